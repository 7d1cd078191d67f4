import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { differencesOf, differenceText, type SavedAnswers } from './differences.ts';
import { siteAnswers } from './site-answers.ts';

const USAGE = `npm run check -- site --save FILE [--pictures FOLDER] [--url http://host:port | --demonstration]
npm run check -- site --against FILE [--pictures FOLDER] [--url http://host:port | --demonstration]

Before an upgrade, --save writes what every page of a running site says from its head to its foot, in both scripts, and every
file that pages lead to: feeds, site map, tables, downloads. After it, --against compares: what says something else, fails or
is gone is listed with the lines that differ, an equal difference of many pages once, and it ends with code 1.
With --pictures each page is photographed, too, where Chromium is: at 1440 and 375 pixels, some two seconds a picture. What
looks otherwise is told with the part of the page, and both pictures stay.
Without --url the site is the one at 127.0.0.1 and PORT (8080). With --demonstration the small demonstration is started for it,
and the answers of all calls that read, every command's --help, the settings and the names of metrics are compared, too.`;

const FORMAT = 2;

interface Saved {
  format: typeof FORMAT;
  savedAt: string;
  answers: SavedAnswers;
}

const { values } = parseArgs({
  options: {
    save: { type: 'string' },
    against: { type: 'string' },
    pictures: { type: 'string' },
    url: { type: 'string' },
    demonstration: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const { save, against, url, demonstration, pictures } = values;
if (values.help || (save === undefined) === (against === undefined) || (demonstration && url !== undefined)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = await main();

async function main(): Promise<number> {
  const before = against === undefined ? null : readSaved(await readFile(against, 'utf8'));
  if (!demonstration) {
    const origin = new URL(url ?? `http://127.0.0.1:${process.env.PORT ?? '8080'}`).origin;
    return compare(origin, before, async () => ({}));
  }
  // a lean copy has no use for it, and may lack what it asks
  const { openDemonstration } = await import('./demonstration-answers.ts');
  const opened = await openDemonstration();
  try {
    return await compare(opened.origin, before, opened.answers);
  } finally {
    await opened.end();
  }
}

/** @param more answers beside those of the site */
async function compare(origin: string, before: Saved | null, more: () => Promise<SavedAnswers>): Promise<number> {
  const pages = await siteAnswers(origin, pathsOf(before?.answers ?? {}));
  if (!pages) {
    console.error(`No site with pages answers at ${origin}. Start it (npm start), or name another one: --url`);
    return 2;
  }
  const answers = { ...pages, ...(await more()) };
  const camera = pictures !== undefined && hasChromium() ? await import('./pictures.ts') : null;
  if (!before) {
    const saved: Saved = { format: FORMAT, savedAt: new Date().toISOString(), answers };
    await writeFile(save!, JSON.stringify(saved));
    console.log(`${Object.keys(answers).length} answers are written to ${save}`);
    for (const fault of (await camera?.takePictures(origin, pictures!, photographed(answers))) ?? [])
      console.log(fault);
    return 0;
  }
  const differences = differencesOf(before.answers, answers);
  for (const difference of differences) console.log(differenceText(difference));
  const looks = (await camera?.comparePictures(origin, pictures!, photographed(before.answers))) ?? [];
  for (const line of looks) console.log(line);
  // one answer may differ in words and in pictures
  const others = new Set([
    ...differences.flatMap(({ names }) => names),
    ...looks.flatMap((line) => line.split(': ', 1)),
  ]);
  console.log(`${Object.keys(before.answers).length} answers of ${before.savedAt}: ${others.size} differ`);
  return others.size === 0 ? 0 : 1;
}

/** Paths of pages among saved answers: a file, a call or a command has a word before its name. */
function pathsOf(answers: SavedAnswers): string[] {
  return Object.keys(answers).filter((name) => /^\/\S*$/.test(name));
}

/** Pages that are photographed: each once, in simplified script. */
function photographed(answers: SavedAnswers): SavedAnswers {
  return Object.fromEntries(pathsOf(answers).map((path) => [path, answers[path]!]));
}

/** Pictures are only where Chromium is (check.mjs names it). */
function hasChromium(): boolean {
  const isThere = process.env.CHROMIUM !== undefined;
  if (!isThere) console.log('There is no Chromium here: pages are not photographed.');
  return isThere;
}

/** @throws Error saying what the file is not */
function readSaved(text: string): Saved {
  const saved = JSON.parse(text) as Partial<Saved>;
  if (saved.format !== FORMAT || !saved.answers)
    throw new Error(`The file was written in another format (${String(saved.format)}); save the answers again.`);
  return saved as Saved;
}
