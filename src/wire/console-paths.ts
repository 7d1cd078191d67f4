/** Where the console is, and where it asks. */
export const CONSOLE = '/console';
export const CONSOLE_API = '/console/api';
