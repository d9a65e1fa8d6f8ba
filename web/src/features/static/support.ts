/** spec: public-and-commerce §2.16, §9 "Support replies". */
export const SUPPORT_REPLY = 'within 24 hours';
export const DMCA_REPLY = 'within 48-72 hours';
