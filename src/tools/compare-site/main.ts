import { readFile, writeFile } from 'node:fs/promises';
import { runAsCommand, Unusable, type GivenWords } from '#cli/command.ts';
import { checkSite } from '#cli/commands.ts';
import { printWords } from '#cli/print.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { differencesOf, differenceText, type SavedAnswers } from './differences.ts';
import { siteAnswers } from './site-answers.ts';

const FORMAT = 2;

interface Saved {
  format: typeof FORMAT;
  savedAt: string;
  answers: SavedAnswers;
}

type Options = GivenWords<typeof checkSite.options>['values'];

async function main({ values }: GivenWords<typeof checkSite.options>): Promise<number> {
  const { save, against, url, demonstration } = values;
  if ((save === undefined) === (against === undefined))
    throw new Unusable({
      zh: '--save 和 --against 要写一个，只写一个。',
      en: 'Give either --save or --against.',
    });
  if (demonstration && url !== undefined)
    throw new Unusable({
      zh: '--demonstration 启动自己的网站，不与 --url 一起写。',
      en: '--demonstration starts a site of its own: give it or --url.',
    });
  const before = against === undefined ? null : readSaved(against, await readFile(against, 'utf8'));
  if (!demonstration) {
    const origin = URL.parse(url ?? `http://127.0.0.1:${process.env.PORT ?? '8080'}`)?.origin;
    if (origin === undefined)
      throw new Unusable({
        zh: `--url ${url}：应为地址，如 http://127.0.0.1:8080。`,
        en: `--url ${url}: should be an address such as http://127.0.0.1:8080.`,
      });
    return compare(values, origin, before, async () => ({}));
  }
  // a lean copy has no use for it, and may lack what it asks
  const { openDemonstration } = await import('./demonstration-answers.ts');
  const opened = await openDemonstration();
  try {
    return await compare(values, opened.origin, before, opened.answers);
  } finally {
    await opened.end();
  }
}

/** @param more answers beside those of the site */
async function compare(
  { save, pictures }: Options,
  origin: string,
  before: Saved | null,
  more: () => Promise<SavedAnswers>,
): Promise<number> {
  const pages = await siteAnswers(origin, pathsOf(before?.answers ?? {}));
  if (!pages)
    throw new Unusable({
      zh: `地址 ${origin} 没有带页面的网站回答。请启动它（npm start），或用 --url 指明另一个。`,
      en: `No site with pages answers at ${origin}. Start it (npm start), or name another one: --url`,
    });
  const answers = { ...pages, ...(await more()) };
  const camera = pictures !== undefined && hasChromium() ? await import('./pictures.ts') : null;
  if (!before) {
    const saved: Saved = { format: FORMAT, savedAt: new Date().toISOString(), answers };
    await writeFile(save!, JSON.stringify(saved));
    const count = Object.keys(answers).length;
    printWords(
      phrase({ zh: `${count} 个回答已写入文件 ${save}`, en: `${count} answers are written to the file ${save}` }),
    );
    for (const fault of (await camera?.takePictures(origin, pictures!, photographed(answers))) ?? [])
      console.log(fault);
    return EXIT.done;
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
  const count = Object.keys(before.answers).length;
  printWords(
    phrase({
      zh: `${before.savedAt} 的 ${count} 个回答：${others.size} 个不同`,
      en: `${count} answers of ${before.savedAt}: ${others.size} differ`,
    }),
  );
  return others.size === 0 ? EXIT.done : EXIT.problems;
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
  if (!isThere)
    printWords(
      phrase({
        zh: '这里没有 Chromium：没有给页面拍照。',
        en: 'There is no Chromium here: pages are not photographed.',
      }),
    );
  return isThere;
}

/** @throws Unusable saying what the file is not */
function readSaved(path: string, text: string): Saved {
  const saved = (jsonOf(text) ?? {}) as Partial<Saved>;
  if (saved.format === FORMAT && saved.answers) return saved as Saved;
  throw new Unusable({
    zh: `文件 ${path} 不是这个版本写下的回答；请重新写下。`,
    en: `The file ${path} is not one of answers in the form of this version; save the answers again.`,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

await runAsCommand(checkSite, main);
