import { listBackups, type NamedBackup } from '#server/db/backup/last-backup.ts';
import type { Database } from '#server/db/connect.ts';
import { excessRights, excessSentence } from '#server/db/server-rights.ts';
import { assertMigrated } from '#server/db/migrate.ts';
import { damageProblem, StoreProblem } from '#server/db/store-problem.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { isStoreAway } from '#server/errors.ts';
import { OperatorProblem } from '#server/operator-problem.ts';
import { phrase } from '#server/phrase.mjs';
import { checkRecord, type CheckedStore } from '#server/record/check-record.ts';
import { NOT_COVERED } from '#server/record/coverage.ts';
import { coveredSince } from '#server/record/verify-standing.ts';
import { findLogHead } from '#server/store/publication/verify-log.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { runAsCommand, Unusable, type GivenWords } from './command.ts';
import { verifyLog } from './commands.ts';
import { printError, printWords } from './print.ts';
import { recordProblem } from './record-problems.ts';
import { openBesideServer } from './stored-site.ts';
import { assertStore, environment, PAGES_DIR } from './with-site.ts';

type Head = { no: number; hash: string };

/**
 * RC4: `verify-log [--expect no:hash]` checks the whole record and prints every problem found. It checks the catalogue
 * of the database (RC7), the publication log with all dated rows (PB3), and the seals with audit lines, editions and
 * roles (RC1). It checks the data of searches (RC5), the stored files (PD5), and the heads in HEADS_FILE (RC3). With
 * --expect the log must also contain that entry, as an earlier run printed it. It waits for a busy machine. Its last
 * line names what it does not cover (RC9). Exit codes: 0 all is as it was; 1 problems were found; 2 it could not be
 * checked, or not all of it, with why. A fault is 3.
 */
async function main({ values }: GivenWords<typeof verifyLog.options>): Promise<number> {
  const expected = values.expect === undefined ? null : readExpected(values.expect);
  const env = environment();
  assertStore(env);
  const database = await openBesideServer(env, { isPatient: true });
  try {
    await assertMigrated(database);
    const store = {
      database,
      pagesDir: PAGES_DIR,
      filesDir: filesFolder(env.dataDir),
      headsFile: env.heads.file,
    };
    return await check(database, store, { expected, backups: await listBackups(env.dataDir) });
  } catch (reason) {
    const error = damageProblem(reason);
    // a fault of the program is none of the store, and ends with its stack (CM2)
    const { code, message: words = '' } = (error ?? {}) as { code?: unknown; message?: string };
    const isOutside = isStoreAway(error) || /^(E[A-Z]+|[0-9A-Z]{5})$/.test(String(code ?? ''));
    if (error instanceof OperatorProblem || !isOutside) throw error;
    // a script reads that the check was not made, whatever kept it from its end
    throw new StoreProblem({
      zh: `不能核对记录：${words}。请再试一次。`,
      en: `The record could not be checked: ${words}. Try again.`,
    });
  } finally {
    await database.close();
  }
}

interface Given {
  expected: Head | null;
  /** backups that this DATA_DIR knows of, newest first */
  backups: readonly NamedBackup[];
}

async function check(database: Database, store: CheckedStore, { expected, backups }: Given): Promise<number> {
  const { check: result, problems } = await checkRecord(store);
  for (const problem of problems) printWords(recordProblem(problem));
  const differs = expected === null ? null : await expectedDiffers(database, expected);
  if (differs !== null) printWords(recordProblem({ code: 'head-differs', message: differs }));
  const found = problems.length + (differs === null ? 0 : 1);
  const excess = await excessRights(database);
  if (excess.length > 0) printWords(phrase(excessSentence(excess, database.hasOwner)));
  const head = await findLogHead(database.db);
  const at = head?.at.toISOString() ?? '';
  printWords(
    head
      ? phrase({
          zh: `共 ${head.no} 次发布，最新 ${at}，head ${head.no}:${head.hash}`,
          en: `${head.no} publications, newest ${at}, head ${head.no}:${head.hash}`,
        })
      : phrase({ zh: '没有发布', en: 'no publications' }),
  );
  for (const { no, at, items, files, exports } of result.removals ?? []) {
    printWords(
      phrase({
        zh: `已按规定移除：第 ${no} 号发布移除了不应公开的内容，${items} 处按移除前的哈希核对，${files} 个文件不再保存。`,
        en: `Removed by rule: publication ${no} took away what must not have been public. ${items} places are checked by the hash of what stood there, ${files} files are gone.`,
      }),
    );
    printWords(
      phrase({
        zh: `  ${at} 以前的备份仍含有这些内容${exports.length === 0 ? '' : `；此前的导出：${exports.join('；')}`}。`,
        en: `  Backups from before ${at} still hold it${exports.length === 0 ? '' : `, and so may these exports: ${exports.join('; ')}`}.`,
      }),
    );
    for (const backup of backups.filter((one) => Date.parse(one.at) < Date.parse(at)))
      printWords(
        phrase({ zh: `  备份 ${backup.at} ${backup.path}`, en: `  Backup ${backup.at} ${backup.path}` }).trimEnd(),
      );
  }
  for (const line of coverageLines(result, await coveredSince(database.db))) printWords(line);
  if (result.unfinished)
    printError(
      phrase({
        zh: `没有全部核对，原因（英文）：${result.unfinished}`,
        en: `Not all was checked: ${result.unfinished}`,
      }),
    );
  printWords(
    found === 0
      ? phrase({
          zh: `发布记录和所有有日期的行都如发布时一样，${result.files} 个文件与保存时相同；操作记录、稿件、角色、账号、令牌、报送和检索所用的内容都如当初所写。`,
          en: `The log and all dated rows are as they were published, and ${result.files} files hold the bytes that were stored; audit lines, editions, roles, accounts, tokens, deliveries and what searches look through are as they were written.`,
        })
      : phrase({ zh: `发现 ${found} 处问题。`, en: `${found} problem${found === 1 ? '' : 's'} found.` }),
  );
  printWords(
    phrase({
      zh: `没有纳入核对：${NOT_COVERED.map(({ what }) => what.zh).join('；')}。`,
      en: `Not covered: ${NOT_COVERED.map(({ what }) => what.en).join('; ')}.`,
    }),
  );
  if (found > 0) return EXIT.problems;
  return result.unfinished ? EXIT.notBegun : EXIT.done;
}

/** Sentence about an entry that an earlier run printed, and the log has not; null: it has it. */
async function expectedDiffers({ db }: Database, { no, hash }: Head): Promise<string | null> {
  const entry = await db.selectFrom('publication').select('hash').where('no', '=', no).executeTakeFirst();
  return entry?.hash === hash
    ? null
    : `entry ${no} is ${entry ? `now ${entry.hash}` : 'not in the log'}, expected ${hash}`;
}

type Result = Awaited<ReturnType<typeof checkRecord>>['check'];

function coverageLines(
  { seals, sealed, unsealed, heads, newestHead, headsFile }: Result,
  since: Date | null,
): string[] {
  const from = since?.toISOString();
  return [
    phrase({
      zh: `${seals} 条封存涵盖 ${sealed} 条操作记录、稿件步骤、角色和发布；另有 ${unsealed} 条等待下一次封存。`,
      en: `${seals} seals cover ${sealed} audit lines, steps of editions, roles and publications; ${unsealed} more wait for the next seal.`,
    }),
    heads === 0
      ? phrase({
          zh: `没有可比较的校验值：HEADS_FILE ${headsFile} 中没有。`,
          en: `Compared with no heads: HEADS_FILE ${headsFile} holds none.`,
        })
      : phrase({
          zh: `与 HEADS_FILE ${headsFile} 中的 ${heads} 个校验值比较过，最新的属于第 ${newestHead} 条封存。`,
          en: `Compared with ${heads} heads in HEADS_FILE ${headsFile}, the newest of seal ${newestHead}.`,
        }),
    from === undefined
      ? phrase({
          zh: '账号、会话、令牌、报送、客户和网站的开放，从第一次完成的核对起纳入核对。',
          en: 'Accounts, sessions, tokens, deliveries, customers and the opening of the site are covered from the first check on that ends.',
        })
      : phrase({
          zh: `账号、会话、令牌、报送、客户和网站的开放从 ${from} 起纳入核对；此前怎样形成，没有记录说明。`,
          en: `Accounts, sessions, tokens, deliveries, customers and the opening of the site are covered since ${from}; how they came to be before that no line tells.`,
        }),
  ];
}

/** @throws Unusable for what no run has printed */
function readExpected(given: string): Head {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given);
  if (match) return { no: Number(match[1]), hash: match[2]! };
  throw new Unusable({
    zh: `--expect ${given}：应为以前核对时给出的 序号:哈希。`,
    en: `--expect ${given}: should be NO:HASH, as an earlier run printed it.`,
  });
}

await runAsCommand(verifyLog, main);
