import type { RegisterDefinition } from '#page/register-schema.ts';
import type { BackgroundPart } from './background/parts.ts';
import { removeLeavingFiles } from './editions/cleaning/remove-leaving-files.ts';
import { findDeadLinksDaily } from './editions/checks/public-links.ts';
import { removeRemovedFiles } from './files/remove-removed-files.ts';
import { removeUnnamed } from './editions/cleaning/remove-unnamed.ts';
import { settleAfterPublications } from './editions/draft/rebase-edition.ts';
import { carryOutArticleEnds } from './editions/publish/carry-out-article-ends.ts';
import { publishDue, type PublishingPart } from './editions/publish/due.ts';
import { continueImports } from './editions/publish/publish-import.ts';
import { databaseNow } from './editions/publish/schedule-edition.ts';
import type { Db } from './db/tables.ts';
import type { OpenFiles } from './files/open-files.ts';
import type { Scrub } from './files/scrub.ts';
import type { SmallPictures } from './files/small-pictures.ts';
import type { StoredBytes } from './files/stored-bytes.ts';
import type { Outbox } from './mail/outbox.ts';
import { carryOutEnds } from './people/staff/carry-out-ends.ts';
import type { RecordKeeper } from './record/keeper.ts';
import { readAttachmentTexts } from './store/articles/attachment-texts.ts';
import type { OldAddressCounting } from './store/documents/old-address-hits.ts';
import type { MissedCounting } from './store/search/searches-in-vain.ts';
import type { Shortages } from './http/shortages.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Means {
  db: Db;
  /** DATA_DIR/files */
  filesDir: string;
  /** page-schemas/ */
  pagesDir: string;
  bytes: StoredBytes;
  smallPictures: SmallPictures;
  publishing: (part: PublishingPart) => BackgroundPart;
  openFiles: OpenFiles;
  /** registers whose rows this store answers, as loaded last */
  registers: () => readonly RegisterDefinition[];
  upkeep: (definitions: readonly RegisterDefinition[]) => Promise<void>;
  scrub: Scrub;
  keeper: RecordKeeper;
  missed: MissedCounting;
  oldAddresses: OldAddressCounting;
  upstreams: readonly { refresh: () => Promise<void> }[];
  shortages: Shortages;
  storedFacts: { read: () => Promise<void> };
  /** null without an SMTP server (AL1) */
  outbox: Outbox | null;
  log: (facts: object, message: string) => void;
}

/** All that a server does by itself, but for parts of features: what, when, by which node, and what is logged of a failure. */
export function backgroundParts(means: Means): BackgroundPart[] {
  const { db, filesDir, publishing, upkeep, scrub, keeper, missed, oldAddresses, outbox } = means;
  return [
    publishing({
      name: 'due editions',
      publish: publishDue,
      failed: 'editions that are due could not be published',
    }),
    publishing({
      name: 'article ends',
      publish: carryOutArticleEnds,
      failed: 'articles whose day has come could not be withdrawn, unpinned or taken off the home page',
    }),
    publishing({
      name: 'imports',
      publish: continueImports,
      failed: 'articles of an import could not be published; it is tried again',
    }),
    publishing({
      name: 'drafts',
      publish: settleAfterPublications(),
      failed: 'drafts could not be brought up to date with what is public',
    }),
    {
      name: 'removed files',
      node: 'each',
      every: HOUR,
      event: 'publication',
      run: async () => {
        for (const filepath of await removeRemovedFiles(db, filesDir, means.smallPictures))
          means.bytes.forget(filepath);
      },
      failed: 'bytes of removed files could not be taken away; it is tried again within the hour',
    },
    {
      name: 'small pictures',
      node: 'each',
      first: 10 * MINUTE,
      every: HOUR,
      run: means.smallPictures.sweep,
      failed: 'small pictures of files that are gone could not be removed; it is tried again within the hour',
      end: async () => means.smallPictures.close(),
    },
    {
      name: 'cleaning',
      node: 'any',
      // visitors are served first; it is done once a day of all servers
      first: 10 * MINUTE,
      every: HOUR,
      run: async () => {
        const now = await databaseNow(db);
        const removed = await removeUnnamed(db, now);
        await removeLeavingFiles(db, filesDir, now);
        if (removed && Object.values(removed).some((count) => count > 0))
          means.log(removed, 'removed what nobody named');
      },
      failed: 'what nobody names could not be removed; it is tried again within the hour',
    },
    {
      name: 'ends',
      node: 'any',
      // nobody waits for the second at which a role counts
      every: MINUTE,
      run: () => carryOutEnds(db),
      failed: 'roles whose day is over could not be given, or ended sessions removed; it is tried again',
    },
    ...(outbox
      ? [
          {
            name: 'outbox',
            node: 'any' as const,
            first: 5 * SECOND,
            every: 5 * SECOND,
            run: outbox.send,
            failed: 'mails that wait could not be read; it is tried again',
            end: outbox.end,
          },
        ]
      : []),
    {
      name: 'record',
      node: 'each',
      event: 'publication',
      every: 5 * MINUTE,
      run: keeper.keep,
      failed: 'the record could not be sealed; it is tried again',
    },
    {
      name: 'shortages',
      node: 'each',
      every: 10 * SECOND,
      run: means.shortages.look,
      failed: 'whether disk and descriptors suffice could not be found out; it is tried again',
    },
    {
      name: 'stored facts',
      node: 'each',
      // alerts are raised within a minute (OP8)
      every: 15 * SECOND,
      run: means.storedFacts.read,
      failed: 'facts of the store for /metrics could not be read; it is tried again',
    },
    {
      name: 'open files',
      node: 'each',
      event: 'publication',
      run: means.openFiles.refresh,
      failed: 'which files are public could not be read',
    },
    {
      name: 'registers',
      node: 'each',
      event: 'site loaded',
      run: () => upkeep(means.registers()),
      failed: 'registers could not be derived or indexed; searches in them are slower or older',
    },
    {
      name: 'attachment texts',
      node: 'each',
      event: 'site loaded',
      run: (ending) => readAttachmentTexts({ db, bytes: means.bytes }, ending),
      failed: 'texts of attachments could not be read; searches do not find them',
    },
    {
      name: 'stored files',
      node: 'each',
      first: MINUTE,
      every: DAY,
      run: scrub.pass,
      failed: 'stored files could not be checked; they are tomorrow',
    },
    {
      name: 'public links',
      node: 'any',
      // visitors are served first; it is done once a day of all servers
      first: 10 * MINUTE,
      every: 15 * MINUTE,
      run: (ending) => findDeadLinksDaily(db, means.pagesDir, Date.now(), ending),
      failed: 'links of public articles could not be looked up; it is tried again',
    },
    {
      name: 'searches in vain',
      node: 'each',
      first: MINUTE,
      every: MINUTE,
      run: missed.write,
      failed: 'what was searched in vain could not be written; it is tried again',
      end: missed.write,
    },
    {
      name: 'old searches in vain',
      node: 'each',
      every: DAY,
      run: missed.removeOld,
      failed: 'what was searched in vain long ago could not be removed; it is tried again tomorrow',
    },
    {
      name: 'old addresses',
      node: 'each',
      first: MINUTE,
      every: MINUTE,
      run: oldAddresses.write,
      failed: 'how often old addresses were asked for could not be written',
      end: oldAddresses.write,
    },
    ...(means.upstreams.length > 0
      ? [
          {
            name: 'upstreams',
            node: 'each' as const,
            // the start has asked
            first: MINUTE,
            every: MINUTE,
            run: async () => void (await Promise.all(means.upstreams.map(({ refresh }) => refresh()))),
            failed: 'an upstream could not be asked',
          },
        ]
      : []),
  ];
}
