/** Whether this document reports views of pictures: an app in a browser does, a test and a server do not. */
export const viewTelling = { isOn: false };
