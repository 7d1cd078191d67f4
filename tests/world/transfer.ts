import { makePdf } from '#demo/files/pdf.ts';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, vi } from 'vitest';
import type { OptionalContent } from '#kinds/define-store.ts';
import type { Change } from '#kinds/index.ts';
import { sendersSetting, type Senders } from '#page/settings/senders.ts';
import { fitTransfer } from '#features/transfer/transfer-fit.ts';
import { BROUGHT_LIMITS } from '#server/editions/draft/draft-changes.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { storeFile } from '#server/files/store.ts';
import { findSenders } from '#features/transfer/server/senders.ts';
import { compareExport, type ComparedExport, type ThingState } from '#features/transfer/server/compare-export.ts';
import { environmentKey, knownPublicKey } from '#features/transfer/server/environment-key.ts';
import { FORMAT, MARK } from '#features/transfer/server/format.ts';
import { FRONT_SIZE, writeFront, type Front } from '#features/transfer/server/front.ts';
import { saveImport } from '#features/transfer/server/save-import.ts';
import { writeExport } from '#features/transfer/server/write-export.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { hand, publishContextOf, type Hand } from './editions.ts';
import { smallWorld, startSite, type TestSite } from './site.ts';
import { temporaryFolder } from './stores.ts';

/** A site that exports and imports, with who writes, reviews and publishes there. */
export interface Environment {
  site: TestSite;
  dataDir: string;
  key: string;
  writer: Hand;
  reviewer: Hand;
  publisher: Hand;
}

export async function startEnvironment(changes: Change[]): Promise<Environment> {
  const site = await startSite({ changes, siteUrl: 'http://localhost', timers: true });
  const dataDir = join(site.filesDir, '..');
  return {
    site,
    dataDir,
    key: environmentKey(dataDir).publicKey,
    writer: await hand(site, '栏目甲', [{ role: 'channel-admin', channelId: '' }]),
    reviewer: await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    publisher: await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  };
}

interface Exchange {
  production: Environment;
  trial: Environment;
  /** folder of the files between them */
  folder: string;
}

/**
 * Two environments for the tests of a file, which end with it.
 * @param changes of the trial one; production is the small world
 * @param accepting whether each takes files of the other
 */
export function twoEnvironments(
  changes: Change[],
  accepting: { production?: boolean; trial?: boolean } = {},
): Exchange {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  const folder = temporaryFolder();
  const exchange = { folder: folder.path } as Exchange;
  beforeAll(async () => {
    const production = (exchange.production = await startEnvironment(smallWorld()));
    const trial = (exchange.trial = await startEnvironment(changes));
    if (accepting.production) await accept(production, [{ name: '测试环境', key: trial.key }]);
    if (accepting.trial) await accept(trial, [{ name: '生产环境', key: production.key }]);
  });
  afterAll(async () => {
    await exchange.production.site.end();
    await exchange.trial.site.end();
    folder.remove();
  });
  return exchange;
}

/** Publishes that an environment takes files of others. */
export const accept = ({ site }: Environment, senders: Senders) =>
  site.publish('密钥', [{ kind: 'setting', id: sendersSetting.name, document: senders }]);

/** @param path of the file; else one with a name that nothing else has */
export async function exportFrom(
  { site, dataDir }: Pick<Environment, 'site' | 'dataDir'>,
  folder: string,
  optional: readonly OptionalContent[] = ['articles'],
  path = join(folder, randomBytes(6).toString('hex')),
): Promise<string> {
  await writeExport({
    db: site.database.db,
    site: await site.deps.siteAt('now'),
    filesDir: site.filesDir,
    key: environmentKey(dataDir),
    name: 'http://site.test',
    program: '9.9.9',
    optional,
    path,
  });
  return path;
}

export async function compareIn({ site, dataDir }: Environment, path: string): Promise<ComparedExport> {
  const { db } = site.database;
  return compareExport(
    { db, site: await site.deps.siteAt('now'), senders: await findSenders(db), ownKey: knownPublicKey(dataDir) },
    path,
  );
}

/**
 * Makes a draft of what a file brings. @param take subjects that are taken although they were changed here
 * @param compared where it was compared before
 */
export async function saveIn(
  environment: Environment,
  path: string,
  { without = [], take = [], ...seen }: { without?: string[]; take?: string[]; compared?: ComparedExport } = {},
): Promise<number | null> {
  const { site, writer } = environment;
  const compared = seen.compared ?? (await compareIn(environment, path));
  const chosen = compared.things.filter(
    ({ subject, state }) =>
      !without.includes(subject) && (['new', 'changed'].includes(state) || take.includes(subject)),
  );
  const { own, separate } = fitTransfer(chosen, BROUGHT_LIMITS);
  const { db } = site.database;
  return saveImport({
    db,
    site: await site.deps.siteAt('now'),
    filesDir: site.filesDir,
    senders: await findSenders(db),
    actor: writer,
    path,
    compared,
    chosen: [...own, ...separate],
  });
}

/** Submits and approves a draft by two persons. */
export async function approveIn({ site, writer, reviewer }: Environment, editionId: number): Promise<void> {
  const input = { editionId, version: 1 };
  await submitEdition(publishContextOf(site), writer, input);
  await approveEdition(site.database.db, reviewer, input);
}

/** Submits, approves and publishes a draft by three persons; of an import its first step. */
export async function publishIn(environment: Environment, editionId: number): Promise<void> {
  const { site, publisher } = environment;
  await approveIn(environment, editionId);
  await publishEdition(publishContextOf(site), publisher, { editionId, version: 1 });
  await site.publications.refresh();
}

/** Differences: subject → state. */
export const differingOf = ({ things }: ComparedExport): Record<string, ThingState> =>
  Object.fromEntries(things.flatMap(({ subject, state }) => (state === 'same' ? [] : [[subject, state]])));

/** Stores a file there as of that day; a PDF says the text as its title. */
export const storeIn = async ({ site }: Environment, text: string, day: string, extension = 'svg'): Promise<string> =>
  (
    await storeFile(
      { db: site.database.db, dir: site.filesDir },
      {
        bytes: extension === 'pdf' ? makePdf({ title: text, paragraphs: [], signature: [] }) : Buffer.from(text),
        extension,
        at: new Date(day),
      },
    )
  ).filepath;

export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h120v40H0z" fill="#0a4d3c"/></svg>';

/** The brand with this logo. */
export const brandWith = (file: string): Change => ({
  kind: 'setting',
  id: 'brand',
  document: { logo: { file, width: 120, height: 40, hasName: true }, headings: 'serif' },
});

/** Content of a file, line by line, its front aside. */
export const linesOf = (path: string): Record<string, any>[] =>
  gunzipSync(readFileSync(path).subarray(FRONT_SIZE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Somebody before the console of an environment. */
export interface Desk {
  headers: Record<string, string>;
  /** answers of a file have its bytes */
  ask: (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<{ code: string; msg: string; data: any; bytes: Buffer }>;
  /** sends a file */
  send: (path: string, bytes: Buffer) => Promise<{ code: string; msg: string }>;
}

export async function deskOf({ site }: Pick<Environment, 'site'>, { staffId }: Pick<Hand, 'staffId'>): Promise<Desk> {
  const headers = {
    host: 'localhost',
    origin: 'http://localhost',
    cookie: `console=${await beginSession(site.database.db, staffId, '10.0.0.1')}`,
  };
  const callOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, type: string, payload?: Buffer | string) => {
    const answer = await site.app.inject({
      method,
      url: `/console/api${path}`,
      headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { ...(isJson ? answer.json() : { code: '', msg: '', data: null }), bytes: answer.rawPayload };
  };
  return {
    headers,
    ask: (method, path, body) => callOf(method, path, 'application/json', body && JSON.stringify(body)),
    send: (path, bytes) => callOf('POST', path, 'application/octet-stream', bytes),
  };
}

const written = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A file of these lines, or of these bytes packed, that an environment itself signed. @param said in front instead of what is so */
export function signedBy(
  { dataDir }: Environment,
  folder: string,
  lines: readonly object[] | Buffer,
  changedFront: Partial<Front> = {},
): string {
  const text = Array.isArray(lines) ? Buffer.from(written(lines)) : null;
  const packed = text ? gzipSync(text) : (lines as Buffer);
  const key = environmentKey(dataDir);
  const front: Front = {
    file: MARK,
    format: FORMAT,
    program: '9.9.9',
    sender: { name: 'http://site.test', key: key.publicKey },
    sha256: createHash('sha256').update(packed).digest('hex'),
    packed: packed.length,
    unpacked: text?.length ?? 1024 ** 3,
    ...changedFront,
  };
  const path = join(folder, randomBytes(6).toString('hex'));
  writeFileSync(path, Buffer.concat([writeFront(front, key), packed]));
  return path;
}

/** The same in the first form, which had its signature at its end. @param more behind it */
export function signedInFirstForm(
  { dataDir }: Environment,
  folder: string,
  [header, ...lines]: readonly object[],
  more: readonly object[] = [],
): string {
  const key = environmentKey(dataDir);
  const sender = { name: 'http://site.test', key: key.publicKey };
  const all = [{ file: MARK, format: 1, program: '1.1.1', sender, ...header }, ...lines];
  const signature = key.sign(createHash('sha256').update(written(all)).digest());
  const path = join(folder, randomBytes(6).toString('hex'));
  writeFileSync(path, gzipSync(written([...all, { signature }, ...more])));
  return path;
}
