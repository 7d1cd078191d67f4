import { createHash } from 'node:crypto';
import { lostIn } from '#rules/text/damaged-text.ts';
import { wordsOfHtml } from '#server/store/articles/text-of-html.ts';
import type { ArticleDocument } from '#kinds/article/index.ts';
import { cleaningWords, cleaningWordsZh, hasFound, type Findings } from '#authored/findings.ts';
import { prepareArticle } from '#kinds/article/server/publish-articles.ts';
import { fileProblem } from '#server/files/accept-file.ts';
import { isTelling, unseenInFile, type UnseenWords } from '#server/files/unseen-text.ts';
import { endingOf, filenameProblem, filenameWith } from '#rules/files/upload-rule.ts';
import { basename } from 'node:path';
import type { Entry, NamedFile } from './entry.ts';
import type { FoundChannel } from './find-channel.ts';
import type { FolderFiles } from './folder-files.ts';
import type { ImportMap } from './map.ts';
import { isAddress, oldPlaceOf, type OldPlace } from './old-place.ts';
import { placeText, placeZh, type Problems } from './problems.ts';
import { readMoment } from './read-moment.ts';
import { placeholderOf, rewrite, targetOf, type From, type Targets } from './rewrite.ts';

/** An article as it will be written, its files under placeholders. */
export interface MadeArticle {
  entry: Entry;
  /** position in the list or among the pages, from 1 */
  number: number;
  /** key that identifies it when the import is repeated */
  key: string;
  /** digest of its whole content */
  digest: string;
  oldPlace: OldPlace | null;
  document: ArticleDocument;
  /** files of the folder that it names: pictures, files that its text links to, attachments */
  files: string[];
  links: number;
  /** AC2: findings of cleaning in its HTML */
  findings: Findings;
}

interface Making {
  findChannel: (word: string) => FoundChannel;
  problems: Problems;
  targets: Targets;
  /** AC3: parts of an office file of the folder that are not seen */
  unseenOf: (file: string) => Promise<UnseenWords>;
}

/**
 * MI2: makes every article as it would be written; problems of any are added to `problems`.
 * @param most of them; the rest are only what others lead to
 * @param findChannel of find-channel.ts
 */
export async function makeArticles(
  entries: readonly Entry[],
  most: number,
  files: FolderFiles,
  map: ImportMap,
  {
    findChannel,
    problems,
    onProgress,
  }: Pick<Making, 'findChannel' | 'problems'> & { onProgress?: (done: number) => void },
): Promise<MadeArticle[]> {
  const made: MadeArticle[] = [];
  const unseen = new Map<string, Promise<UnseenWords>>();
  const unseenOf = (file: string): Promise<UnseenWords> => {
    const kind = endingOf(file);
    const words =
      unseen.get(file) ??
      (isTelling(kind) ? unseenInFile(files.pathOf(file), kind) : Promise.resolve({ en: '', zh: '' }));
    unseen.set(file, words);
    return words;
  };
  const making = { findChannel, problems, targets: targetsOf(entries, files, map), unseenOf };
  const keys = new Map<string, Entry>();
  for (const [at, entry] of entries.slice(0, most).entries()) {
    const article = await makeArticle(entry, at + 1, making);
    const twin = keys.get(article.key);
    if (twin) {
      const [what, same] = article.oldPlace
        ? [`its old address ${article.oldPlace.path} is`, `旧地址 ${article.oldPlace.path} `]
        : ['its title, channel and date are', '标题、栏目和日期'];
      problems.add('same-address', entry.place, {
        en: `${what} that of ${placeText(twin.place)}, too`,
        zh: `${same}与 ${placeZh(twin.place)}相同`,
      });
    }
    keys.set(article.key, twin ?? entry);
    made.push(article);
    onProgress?.(made.length);
  }
  return made;
}

function targetsOf(entries: readonly Entry[], files: FolderFiles, map: ImportMap): Targets {
  const [articles, htmlFiles] = [new Map<string, OldPlace>(), new Map<string, OldPlace>()];
  const hosts = new Set(map.hosts?.map((host) => host.toLowerCase()));
  for (const entry of entries) {
    const place = oldPlaceOf(entry);
    if (!place) continue;
    articles.set(place.key, place);
    if (entry.htmlFile !== '') htmlFiles.set(entry.htmlFile, place);
    if (place.host !== '') hosts.add(place.host);
  }
  const known = new Map<string, Promise<string>>();
  const problemOf = (file: string): Promise<string> => {
    const problem = known.get(file) ?? fileProblem(files.pathOf(file), basename(file));
    known.set(file, problem);
    return problem;
  };
  return { files, articles, htmlFiles, hosts, problemOf };
}

async function makeArticle(entry: Entry, number: number, making: Making): Promise<MadeArticle> {
  const { problems, targets } = making;
  const { place, htmlFile } = entry;
  const from: From = { place: oldPlaceOf(entry), htmlFile };
  const at = htmlFile === '' ? place : { file: htmlFile };
  const rewritten = await rewrite(entry.html, from, targets);
  for (const { kind, message } of rewritten.problems) problems.add(kind, at, message, place);
  const attachments = await attachmentsOf(entry, from, making);
  const given: ArticleDocument = {
    channelId: channelOf(entry, making),
    title: entry.title,
    summary: entry.summary,
    content: rewritten.html,
    source: entry.source,
    contentTime: momentOf(entry, problems),
    attachments: attachments.map(({ reference, name }) => ({ filename: name, filepath: placeholderOf(reference) })),
  };
  if (given.title === '') problems.add('empty-title', place, { en: 'it has no title', zh: '没有标题' });
  if (!isAddress(entry.address))
    problems.add('unreadable-address', place, {
      en: `"${entry.address.slice(0, 200)}" should be like /main/a.jsp?id=1 or https://www.example.com/a.html`,
      zh: `“${entry.address.slice(0, 200)}”应如 /main/a.jsp?id=1 或 https://www.example.com/a.html`,
    });
  const { content, findings } = await cleanedContent(given, entry, problems);
  if (hasFound(findings, 'taken', 'changed'))
    problems.add('lost-html', at, { en: `cleaning ${cleaningWords(findings)}`, zh: cleaningWordsZh(findings) }, place);
  const damage = lostIn(wordsOfHtml(content));
  if (damage)
    problems.add(
      'damaged-text',
      at,
      { en: `publication would show it as it is: “${damage.reason}”`, zh: `${damage.reason}，应为：${damage.right}` },
      place,
    );
  if (content === '' && entry.html !== '' && attachments.length === 0)
    problems.add('empty-article', at, { en: 'nothing of its text is left', zh: '清理后正文没有剩下任何内容' }, place);
  const named = [...new Set([...rewritten.files, ...attachments.map(({ reference }) => reference)])];
  for (const file of named) {
    const { en, zh } = await making.unseenOf(file);
    if (zh !== '') problems.add('unseen-text', at, { en: `${file}: ${en}`, zh: `附件 ${file}：${zh}` }, place);
  }
  const document = { ...given, content };
  return {
    entry,
    number,
    key: from.place?.key ?? [document.channelId, document.contentTime, document.title].join('\n'),
    digest: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
    oldPlace: from.place,
    document,
    files: named,
    links: rewritten.links,
    findings,
  };
}

/**
 * Content as publication would clean it. Problems that would keep the article from being published are added; content
 * is '' where its text causes one.
 */
async function cleanedContent(
  given: ArticleDocument,
  { place }: Entry,
  problems: Problems,
): Promise<{ content: string; findings: Findings }> {
  const refused: Parameters<typeof prepareArticle>[0] = { problems: [] };
  // missing title and time are reported already
  const whole = { ...given, title: given.title || '-', contentTime: given.contentTime || '2000-01-01T00:00:00Z' };
  const accepted = await prepareArticle(refused, whole, 0);
  for (const { message } of refused.problems)
    problems.add('refused-article', place, { en: `publication would say “${message}”`, zh: message });
  // problems of the title are no problems of the text
  const words = { title: '-', summary: '', source: '' };
  const prepared = accepted ?? (await prepareArticle({ problems: [] }, { ...whole, ...words }, 0));
  return { content: prepared?.row.content ?? '', findings: prepared?.findings ?? new Map() };
}

function momentOf({ date, place, htmlFile }: Entry, problems: Problems): string {
  const moment = readMoment(date, place.file === htmlFile);
  if (moment === null)
    problems.add(
      'unreadable-date',
      place,
      date === ''
        ? { en: 'it has no date', zh: '没有日期' }
        : {
            en: `"${date.slice(0, 60)}" is no date; it should be like 2020-01-31 or 2020-01-31 09:30`,
            zh: `“${date.slice(0, 60)}”不是日期，应如 2020-01-31 或 2020-01-31 09:30`,
          },
    );
  return moment ?? '';
}

function channelOf({ channel, place, htmlFile }: Entry, { findChannel, problems }: Making): string {
  const found =
    channel === '' && place.file === htmlFile
      ? { problem: { en: 'no folder in "folders" of the map holds it', zh: '它所在的文件夹没有选定栏目' } }
      : findChannel(channel);
  if ('channelId' in found) return found.channelId;
  problems.add('unknown-channel', place, found.problem);
  return '';
}

/** Files of the folder with the names that readers see. */
async function attachmentsOf(entry: Entry, from: From, { problems, targets }: Making): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (const { reference, name } of entry.attachments) {
    const target = targetOf(reference, from, targets);
    if (target?.kind !== 'file') {
      problems.add('missing-file', entry.place, {
        en: `there is no file "${reference.slice(0, 200)}" in the folder`,
        zh: `附件“${reference.slice(0, 200)}”不在文件夹中`,
      });
      continue;
    }
    const { file } = target;
    const problem = await targets.problemOf(file);
    if (problem !== '')
      problems.add('refused-file', entry.place, { en: `${file}: “${problem}”`, zh: `附件 ${file}：${problem}` });
    else if (found.every((one) => one.reference !== file))
      found.push({ reference: file, name: nameOf(name, basename(file)) });
  }
  return found;
}

/** The words of a link with the ending of the file, where that can be a file's name. */
function nameOf(words: string, own: string): string {
  const name = words === '' ? own : filenameWith(endingOf(own), words);
  return filenameProblem(name) === '' ? name : own;
}
