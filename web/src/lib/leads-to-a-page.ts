/** Whether a browser may be sent to this address: no `javascript:`, and nothing that is no address. */
export const leadsToAPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
