import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#rules/people/staff-rights.ts';
import { freePort } from '#tools/demonstration.ts';
import { noteBackup } from '#server/db/backup/last-backup.ts';
import { connectEmbedded } from '#server/db/connect.ts';
import { startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { SERVER_ROLE } from '#server/db/server-rights.ts';
import { storeFile } from '#server/files/store.ts';
import { putIntoOutbox } from '#server/mail/outbox.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { startChild } from '../world/children.ts';
import { approvedBy, hand, type Hand } from '../world/editions.ts';
import { logOf } from '../world/product-process.ts';
import { proved } from '../world/proof.ts';
import { article, channel, SECTION, startSite, type TestSite } from '../world/site.ts';
import { inherited, temporaryFolder, until } from '../world/stores.ts';

/** seconds from the cause of a fault to its alert (OP8) */
const WITHIN = 60;
/** descriptors that the product may have */
const DESCRIPTORS = 512;
const root = join(import.meta.dirname, '../..');
const operation = join(root, 'docs/operation');
const isThere = spawnSync('prometheus', ['--version']).status === 0;
const mayMount = process.getuid?.() === 0;
const isWhole = process.env.PROOF_FILE !== undefined;

const folder = temporaryFolder();
const databaseDir = join(folder.path, 'database');
/** a disk of its own, where one may be mounted */
const disk = join(folder.path, 'disk');
const headsFile = join(folder.path, 'heads.jsonl');
let postgres: Embedded;
/** does by its functions what people do in the console; its server serves nobody */
let site: TestSite;
let people: Record<'writer' | 'reviewer' | 'auditor', Hand>;
let product: ChildProcess;
let prometheus: ChildProcess;
let origin: string;
let alertsAddress: string;
let output = '';
/** ends of what was begun, the last first */
const ends: (() => unknown)[] = [folder.remove];

beforeAll(async () => {
  if (!isThere) return;
  for (const place of [disk, databaseDir]) mkdirSync(place);
  if (mayMount) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]);
    ends.push(() => execFileSync('umount', [disk]));
  }
  await startPostgres();
  ends.push(() => postgres.stop());
  const database = await connectEmbedded(postgres.socketFolder, { isPatient: true });
  // the product begins the store
  await startSiteProduct();
  const owner = { owner: database.pool, ownerDb: database.db };
  site = await startSite({
    database: { ...database, ...owner, name: '', url: '', ownerUrl: '', drop: database.close },
  });
  ends.push(() => site.end());
  people = {
    writer: await hand(site, '撰写甲'),
    reviewer: await hand(site, '审核丙'),
    auditor: await hand(
      site,
      '审计丁',
      ROLES.map((role) => ({ role, channelId: '' })),
    ),
  };
  await startPrometheus();
}, 300_000);

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
}, 120_000);

async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** One that nobody starts again. */
async function startPostgres(): Promise<void> {
  postgres = await startEmbedded({ dataDir: databaseDir });
}

async function startSiteProduct(): Promise<void> {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const address = (user: string) => `postgres://${user}@/postgres?host=${encodeURIComponent(postgres.socketFolder)}`;
  // a session of the shell alone has so few descriptors
  const limited = [
    '-c',
    `ulimit -n ${DESCRIPTORS}; exec "$@"`,
    'sh',
    process.execPath,
    join(root, 'src/server/main.ts'),
  ];
  product = startChild('sh', limited, {
    env: {
      ...inherited(),
      PORT: String(port),
      DATA_DIR: disk,
      DATABASE_URL: address(SERVER_ROLE),
      OWNER_DATABASE_URL: address(postgres.user),
      DEMO: 'off',
      HEADS_FILE: headsFile,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@example.com',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ends.push(() => endProgram(product));
  for (const stream of [product.stdout!, product.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await until('the product is there', () => product.exitCode !== null || /^Site http/m.test(output), 120_000);
  expect(product.exitCode, output).toBeNull();
}

/** Prometheus as metrics.md sets it up, with the alerts as they are delivered. */
async function startPrometheus(): Promise<void> {
  const port = await freePort();
  alertsAddress = `http://127.0.0.1:${port}/api/v1/alerts`;
  const [, delivered = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(operation, 'metrics.md'), 'utf8')) ?? [];
  const config = delivered
    .replace('127.0.0.1:8080', new URL(origin).host)
    .replace('docs/operation/alerts.yml', join(operation, 'alerts.yml'));
  expect(config).not.toBe(delivered);
  const file = join(folder.path, 'prometheus.yml');
  writeFileSync(file, config);
  prometheus = startChild(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder.path, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  ends.push(() => endProgram(prometheus));
  await until('Prometheus evaluates', async () => (await raised().catch(() => null)) !== null, 60_000);
}

/** names of the alerts that fire */
async function raised(): Promise<string[]> {
  const { data } = (await (await fetch(alertsAddress)).json()) as {
    data: { alerts: { labels: { alertname: string }; state: string }[] };
  };
  return data.alerts.flatMap(({ labels, state }) => (state === 'firing' ? labels.alertname : []));
}

const NEWS = '00010002000100020001';
const CLOSED = `${SECTION}0098`;
const postgresProcesses = (): number[] => [
  postgres.pid,
  ...execFileSync('pgrep', ['-P', String(postgres.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number),
];
const signalPostgres = (signal: NodeJS.Signals): void => {
  for (const pid of postgresProcesses()) process.kill(pid, signal);
};

interface Fault {
  name: string;
  alert: string;
  /** begins it @returns its end */
  cause: () => Promise<(() => Promise<void> | void) | void>;
  /** words of the alert's part in the runbook that name the cause */
  runbook: RegExp;
  /** line of the log that the runbook leads to; absent: it leads elsewhere */
  log?: RegExp;
  /** further alerts that it may raise */
  besides?: string[];
  /** tried by npm run test:slow, too */
  isShort?: boolean;
  /** needs a disk of its own */
  onDisk?: boolean;
}

/** In an order in which none hides the next; what is left of one changes nothing for the others. */
const faults: Fault[] = [
  {
    name: 'an SMTP server that is away',
    alert: 'SiteMailServerAway',
    cause: () =>
      putIntoOutbox(site.database.db, { purpose: 'alert', recipient: 'a@b.example', subject: '提', body: '文' }),
    runbook: /ESOCKET[^.]*: SMTP_URL cannot be reached/,
    log: /a mail was not taken by the SMTP server/,
    isShort: true,
  },
  {
    name: 'a stored file with a changed byte',
    alert: 'SiteFilesDamaged',
    cause: async () => {
      const dir = join(disk, 'files');
      const { filepath } = await storeFile(
        { db: site.database.db, dir },
        { bytes: Buffer.from('%PDF-whole'), extension: 'pdf' },
      );
      await site.publish('附件', [article(NEWS, '附件', { attachments: [{ filename: '附件.pdf', filepath }] })]);
      const open = () => fetch(`${origin}/static-file/${filepath}`).then(({ status }) => status);
      await until('the file is public', async () => (await open()) === 200);
      appendFileSync(join(dir, filepath), '!');
      expect(await open()).toBe(404);
    },
    runbook: /a stored file is missing, or its bytes were changed/,
    isShort: true,
  },
  {
    name: 'a backup that is two days old',
    alert: 'SiteBackupOld',
    cause: () => noteBackup(disk, { at: new Date(Date.now() - 48 * 3_600_000).toISOString(), path: '' }),
    runbook: /no backup was made for a day/,
  },
  {
    name: 'an edition that cannot be published at its time',
    alert: 'SiteScheduleFailed',
    cause: async () => {
      await site.publish('栏目', [channel(CLOSED, 'publicChannel/short', '短暂的栏目', { type: 2, classOrder: 98 })]);
      const { editionId } = await approvedBy(site, people.writer, people.reviewer, [article(CLOSED, '来晚的声明')]);
      await site.publish('停用', [{ kind: 'channel', id: CLOSED, withdraw: { reason: '并入其他栏目' } }]);
      await site.database.db
        .updateTable('edition')
        .set({ publish_at: new Date() })
        .where('edition_id', '=', editionId)
        .execute();
    },
    runbook: /an approved edition was refused at its time/,
  },
  {
    name: 'heads of the record that cannot be kept',
    alert: 'SiteHeadsBehind',
    cause: async () => {
      renameSync(headsFile, `${headsFile}.gone`);
      mkdirSync(headsFile);
      await site.publish('新闻', [article(NEWS, '封存之前的新闻')]);
      return () => {
        rmSync(headsFile, { recursive: true });
        renameSync(`${headsFile}.gone`, headsFile);
      };
    },
    runbook: /“heads could not be added to”: HEADS_FILE cannot be written/,
    log: /heads could not be added to/,
  },
  {
    name: 'a line of the record that somebody changed',
    alert: 'SiteRecordProblems',
    cause: async () => {
      const client = await site.database.connectAsOwner();
      await client.query(
        "set session_replication_role = replica; update audit set account = 'somebody' where no = (select min(no) from audit)",
      );
      await client.end();
      const session = await beginSession(site.database.db, people.auditor.staffId, '127.0.0.1');
      const begun = await fetch(`${origin}/console/api/record-check`, {
        method: 'POST',
        headers: { origin, cookie: `console=${session}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(begun.status, await begun.text()).toBe(200);
    },
    runbook: /the database is not what the product wrote/,
    log: /the record is not what it was/,
  },
  {
    name: 'a full disk',
    alert: 'SiteWritingRefused',
    onDisk: true,
    cause: async () => {
      const { bavail, bsize } = statfsSync(disk);
      const filler = join(disk, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 100 * 1024 * 1024));
      return () => rmSync(filler);
    },
    runbook: /“a disk is full” in the log/,
    log: /a disk is full/,
    // the disk has 400 MB from the beginning
    besides: ['SiteDiskFillsUp'],
  },
  {
    name: 'descriptors that are used up',
    alert: 'SiteDescriptorsUsedUp',
    cause: async () => {
      const sockets = new Set<Socket>();
      let isOver = false;
      const open = (): void => {
        if (isOver) return;
        const socket = connect(Number(new URL(origin).port), '127.0.0.1');
        sockets.add(socket);
        socket.on('error', () => {});
        // a client whose connection is closed comes again, but not at once
        socket.once('close', () => {
          sockets.delete(socket);
          setTimeout(open, 200);
        });
      };
      for (let count = 0; count < DESCRIPTORS; count += 1) open();
      return () => {
        isOver = true;
        for (const socket of sockets) socket.destroy();
      };
    },
    runbook: /mostly sockets are clients/,
    log: /descriptors are used up/,
    // a scrape may find no connection
    besides: ['SiteDown'],
  },
  {
    name: 'more requests than can be answered',
    alert: 'SiteShedsRequests',
    cause: async () => {
      const over = new AbortController();
      let number = 0;
      const client = async (): Promise<void> => {
        while (!over.signal.aborted) {
          const answer = await fetch(`${origin}/swhysc/nowhere-${(number += 1)}`).catch(() => null);
          await answer?.arrayBuffer().catch(() => null);
          if (answer?.status === 503) await pause(100);
        }
      };
      // four are worked on, and a hundred wait
      const clients = Array.from({ length: 180 }, client);
      return async () => {
        over.abort();
        await Promise.all(clients);
      };
    },
    runbook: /more requests come than can be worked on/,
    besides: ['SiteEventLoopDelayed', 'SitePoolExhausted'],
  },
  {
    name: 'an event loop that is held',
    alert: 'SiteEventLoopDelayed',
    cause: async () => {
      const over = new AbortController();
      const holding = (async () => {
        while (!over.signal.aborted) {
          product.kill('SIGSTOP');
          await pause(2_500);
          product.kill('SIGCONT');
          await pause(2_500);
        }
      })();
      return async () => {
        over.abort();
        await holding;
      };
    },
    runbook: /something holds the main thread, or takes the processor from it/,
  },
  {
    name: 'a database that is silent',
    alert: 'SiteDatabaseAway',
    cause: async () => {
      signalPostgres('SIGSTOP');
      return () => signalPostgres('SIGCONT');
    },
    runbook: /“does not answer”: PostgreSQL is there and silent/,
    log: /the database is away.*(?:does not answer|timeout)/,
  },
  {
    name: 'a database that has stopped',
    alert: 'SiteDatabaseAway',
    cause: async () => {
      await postgres.stop();
      return startPostgres;
    },
    runbook: /ENOENT, ECONNREFUSED, “terminated” or “shutting down”: PostgreSQL has stopped/,
    log: /the database is away.*(?:ENOENT|ECONNREFUSED|terminated|shutting down)/,
  },
];

const partOf = (alert: string): string =>
  readFileSync(join(operation, 'runbook.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${alert}\n`))!;

/** Lines of the log since a place in the output, each with its message and its error. */
const logSince = (place: number): string =>
  logOf(output.slice(place))
    .map((line) => `${line.msg} ${JSON.stringify(line)}`)
    .join('\n');

/** alert that other programs cause which hold the machine's cores */
const OF_MACHINE = 'SiteEventLoopDelayed';

const tried = faults.filter(({ isShort }) => isWhole || isShort);

test.skipIf(!isThere).each(tried)(
  '[OP8] $name is the alert $alert within a minute, and the runbook names it (skipped without prometheus, of the package of that name)',
  { timeout: 300_000 },
  async ({ name, alert, cause, runbook, log, besides = [], onDisk }) => {
    if (onDisk && !mayMount) return console.log(`${name}: not tried, because this user may mount no disk`);
    await until('no alert of this name is left', async () => !(await raised()).includes(alert), 120_000);
    const before = new Set(await raised());
    const place = output.length;
    const began = performance.now();
    const end = await cause();
    const seconds = () => (performance.now() - began) / 1000;
    try {
      await until(alert, async () => (await raised()).includes(alert) || seconds() > 2 * WITHIN, 3 * WITHIN * 1000);
      const took = seconds();
      expect(took, `${alert}: ${(await raised()).join(', ')}\n${output.slice(place)}`).toBeLessThanOrEqual(WITHIN);
      const expected = new Set([alert, OF_MACHINE, ...before, ...besides]);
      const others = (await raised()).filter((one) => !expected.has(one));
      expect(others).toEqual([]);
      const part = partOf(alert);
      expect(part).toMatch(runbook);
      if (log) expect(logSince(place)).toMatch(log);
      proved({ fault: name, tries: 1, outcome: `${alert} after ${Math.round(took)} s, named by the runbook` });
      console.log(`${name}: ${alert} after ${Math.round(took)} s`);
    } finally {
      await end?.();
    }
  },
);
