/** Characters of a firm's name that a phone's header has room for in one line of the usual size. */
export const LONGEST_NAME = 8;
