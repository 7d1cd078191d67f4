const { CHROMIUM = '/usr/bin/chromium', HEADLESS_SHELL = CHROMIUM } = process.env;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // a process less to speak with: a tenth of the processor's time
  '--in-process-gpu',
];

/** Browser of the journeys: Chromium without a window, in less than half of the processor's time. */
export const headlessShell = { executablePath: HEADLESS_SHELL, args };

/**
 * A whole browser, for files whose journeys need what the shell lacks: its reader of pdf, its choosers of files.
 *
 *     test.use({ launchOptions: wholeBrowser });
 */
export const wholeBrowser = { executablePath: CHROMIUM, args };
