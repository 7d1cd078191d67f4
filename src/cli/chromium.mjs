import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep, StepFailed } from './step.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** a package separate from Debian's chromium */
const HEADLESS_SHELL = 'chromium-headless-shell';
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  `${process.env.HOME ?? ''}/Applications/Chromium.app/Contents/MacOS/Chromium`,
  `${process.env.HOME ?? ''}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
];

/**
 * Finds the Chromium for browser journeys: the CHROMIUM variable, otherwise the usual places. On Debian as root it
 * installs the package when none is found, or when the headless shell is missing.
 * @returns {Promise<string>} its path
 * @throws {StepFailed} when there is none
 */
export async function getChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return CHROMIUM;
    throw new StepFailed(`CHROMIUM names ${CHROMIUM}, but there is no such program. Correct or unset it.`);
  }
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const whole = findInstalled() !== undefined && findPrograms([HEADLESS_SHELL]).length > 0;
  if (debian && !whole) await installDebian();
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  throw new StepFailed(
    'The browser journeys need Chromium, and none was found. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM to its path.',
  );
}

/**
 * Finds the headless shell: the same engine without the window of a browser. It takes less than half of the processor
 * time, and most journeys run in it.
 * @param {string} chromium used when there is no headless shell, and when CHROMIUM names a browser
 * @returns {string} its path
 */
export const getHeadlessShell = (chromium) =>
  process.env.CHROMIUM ? chromium : (findPrograms([HEADLESS_SHELL])[0] ?? chromium);

/** The Chromium of the CHROMIUM variable or of the usual places; undefined where there is none. */
export const findChromium = () => process.env.CHROMIUM ?? findInstalled();

const findInstalled = () => [...findPrograms(NAMES), ...APPLICATIONS.filter((path) => existsSync(path))][0];

function findPrograms(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

/** @throws {StepFailed} when no Chromium is there afterwards */
async function installDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];
  try {
    await runStep('reading the list of Debian packages', ['apt-get', 'update'], { env });
    try {
      await runStep('installing Chromium', [...install, HEADLESS_SHELL], { env });
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      // older Debian releases have no such package
      await runStep('installing Chromium', install, { env });
    }
  } catch (error) {
    // journeys run in a browser that is there, in twice the time
    if (!(error instanceof StepFailed)) throw error;
    if (findInstalled() !== undefined) return;
    throw new StepFailed(
      `Debian's Chromium could not be installed; install one and set CHROMIUM to its path:\n${error.message}`,
    );
  }
}
