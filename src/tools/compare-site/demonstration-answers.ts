import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaOf } from '#page/schema-words.ts';
import { consoleCalls } from '#server/console-api/calls.ts';
import { SETTINGS } from '#server/setting-reader.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { CONSOLE_API } from '#wire/console-paths.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { patientFetch } from '../walk/patient-fetch.ts';
import { walk } from '../walk/walk.ts';
import { startDemonstration } from '../demonstration.ts';
import { PUBLIC_CALLS } from './public-calls.ts';
import type { SavedAnswer, SavedAnswers } from './differences.ts';
import { wireKeyOf, withoutOrigin } from './site-answers.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The demonstration is that of one day, so that two of them say the same. */
const TODAY = '2026-11-20';

/** Values of a param that are tried with one call, at most. */
const MOST_VALUES = 40;

/** Words that each start writes anew: moments of now, identifiers by chance, times of the machine. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, 'a moment'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'an id'],
  [/\b[\da-f]{64}\b/g, 'a hash'],
  [/(?<="key":")[\w-]{43}(?=")/g, 'a key'],
];

/** Accounts of the demonstration that read the console's answers. */
const READERS = ['auditor', 'channel-admin', 'editor', 'system-admin'];

interface OpenDemonstration {
  origin: string;
  /** answers of everything but pages: calls, commands, settings, metrics */
  answers: () => Promise<SavedAnswers>;
  end: () => Promise<void>;
}

/** The small demonstration of a fixed day, filled. */
export async function openDemonstration(): Promise<OpenDemonstration> {
  process.env.DEMO_TODAY = TODAY;
  const { origin, folder, end } = await startDemonstration('small', { whole: true });
  return {
    origin,
    end,
    answers: async () => ({
      ...(await publicAnswers(origin)),
      ...(await consoleAnswers(origin, folder)),
      ...(await commandAnswers()),
      'the settings': { status: 0, lines: [...SETTINGS] },
      'the metrics': { status: 0, lines: await metricNames(origin) },
    }),
  };
}

async function publicAnswers(origin: string): Promise<SavedAnswers> {
  const suite = nodeSuite(Buffer.from(await wireKeyOf(origin), 'base64'));
  const answers: Record<string, SavedAnswer> = {};
  await walk(PUBLIC_CALLS, async ({ method, path, query, body }) => {
    const answer = await patientFetch(`${origin}${CALL_BASE}${path}${query && `?${query}`}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    answers[`call ${method} ${path} ${query}`.trim()] = {
      status: answer.status,
      lines: jsonLines(/^[{[]/.test(text) ? text : suite.decrypt(text)),
    };
  });
  return sorted(answers);
}

/** Answers of the console's calls that read, asked by its administrator with values that other answers name. */
async function consoleAnswers(origin: string, folder: string): Promise<SavedAnswers> {
  const accounts = JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')) as {
    account: string;
    password: string;
  }[];
  const base = origin + CONSOLE_API;
  // one after the other, as the audit log tells them
  const cookies: string[] = [];
  for (const reader of READERS)
    cookies.push(
      await signedIn(
        base,
        accounts.find(({ account }) => account === reader)!,
      ),
    );
  // nobody may read everything: each is asked until one may
  const read = async (path: string): Promise<Response> => {
    for (const cookie of cookies) {
      const answer = await patientFetch(base + path, { headers: { cookie } });
      if (answer.status !== 403 || cookie === cookies.at(-1)) return answer;
      await answer.arrayBuffer();
    }
    throw new Error(`nobody reads ${path}`);
  };
  const list = async (path: string, field: string): Promise<string[]> => {
    const { data } = (await (await read(path)).json()) as { data: unknown };
    const lines = (Array.isArray(data) ? data : (data as { list: unknown[] }).list) as Record<string, unknown>[];
    return lines.slice(0, MOST_VALUES).map((line) => String(line[field]));
  };
  const channels = await list('/channels', 'channelId');
  const values: Readonly<Record<string, readonly string[]>> = {
    register: await list('/registers', 'register'),
    page: await list('/page-schemas', 'page'),
    name: await list('/settings', 'name'),
    staffId: await list('/people', 'staffId'),
    editionId: await list('/editions?pageSize=20', 'editionId'),
    deliveryId: await list('/deliveries', 'deliveryId'),
    channelId: channels.slice(0, 3),
    subject: channels.slice(0, 3).map((id) => `channel:${id}`),
    path: ['/', '/news/company'],
    at: ['2026-11-20T12:00:00+08:00'],
    words: ['公告'],
    key: ['1'],
    widget: await list('/widgets', 'name'),
  };
  const answers: Record<string, SavedAnswer> = {};
  for (const { method, path, params } of consoleCalls) {
    if (method !== 'GET') continue;
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const required = [...new Set([...inPath, ...schemaOf(params).required])];
    const name = `call console ${path}`;
    answers[`${name}: its params`] = { status: 0, lines: jsonLines(JSON.stringify(schemaOf(params).properties)) };
    for (const given of combinations(required.map((one) => [one, values[one] ?? []] as const))) {
      const query = new URLSearchParams(Object.entries(given).filter(([one]) => !inPath.includes(one))).toString();
      const address =
        path.replace(/:(\w+)/g, (_, one: string) => encodeURIComponent(given[one]!)) + (query && `?${query}`);
      answers[`call console ${address}`] = await answerLines(await read(address), origin);
    }
  }
  return sorted(answers);
}

/** @returns the cookies of a session */
async function signedIn(base: string, account: { account: string; password: string }): Promise<string> {
  const answer = await patientFetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(base).origin },
    body: JSON.stringify({ account: account.account, password: account.password }),
  });
  const { code, msg } = (await answer.json()) as { code: string; msg: string };
  if (code !== '0') throw new Error(`${account.account} cannot sign in: ${msg}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
}

async function answerLines(answer: Response, origin: string): Promise<SavedAnswer> {
  const type = answer.headers.get('content-type') ?? '';
  const text = withoutOrigin(await answer.text(), origin);
  return { status: answer.status, lines: type.includes('json') ? jsonLines(text) : [type] };
}

/** Each choice of one value for each name; none where a name has no value. */
function combinations(names: readonly (readonly [string, readonly string[]])[]): Record<string, string>[] {
  return names.reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** Output and exit code of each command when it is asked how it is used. */
async function commandAnswers(): Promise<SavedAnswers> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const answers: Record<string, SavedAnswer> = {};
  await walk(Object.entries(scripts), async ([name, script]) => {
    const [program = '', ...words] = script.split(' ');
    answers[`command ${name}`] = await ran(program === 'node' ? process.execPath : program, [...words, '--help']);
  });
  return sorted(answers);
}

const ran = (program: string, words: string[]): Promise<SavedAnswer> =>
  new Promise((resolve) => {
    execFile(program, words, { cwd: ROOT, timeout: 60_000 }, (error, out, complaint) =>
      resolve({
        status: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
        lines: `${out}${complaint}`.split('\n').map((line) => line.replaceAll(ROOT, '…/').trimEnd()),
      }),
    );
  });

async function metricNames(origin: string): Promise<string[]> {
  const text = await (await patientFetch(`${origin}/metrics`)).text();
  return [...new Set(text.split('\n').filter((line) => line.startsWith('# ')))];
}

function jsonLines(text: string): string[] {
  const settled = PASSING.reduce((now, [passing, words]) => now.replace(passing, words), text);
  try {
    return JSON.stringify(JSON.parse(settled), null, 1).split('\n');
  } catch {
    return settled.split('\n');
  }
}

const sorted = (answers: Record<string, SavedAnswer>): SavedAnswers =>
  Object.fromEntries(Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1)));
