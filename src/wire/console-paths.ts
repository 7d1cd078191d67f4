/** Paths of the console and of its calls. */
export const CONSOLE = '/console';
export const CONSOLE_API = '/console/api';
