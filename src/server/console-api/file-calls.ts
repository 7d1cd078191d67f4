import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { requestedWidth } from '#rules/files/small-picture.ts';
import type { AnsweredFile, AcceptedFile, FileCheck } from '#wire/console-answers.ts';
import { as, optional, text } from '#page/schema-words.ts';
import { acceptFile } from '../files/accept-file.ts';
import { Refused } from '../errors.ts';
import { record } from '../people/staff/audit.ts';
import { consoleCall, FileAnswer, isBroken, type SignedIn } from './define-console-call.ts';
import { ofFile } from './file-rights.ts';

const filename = text({ maxLength: 1000, description: '文件名' });

/** Shown in the browser; everything else is saved. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Files of editors. Public files are served elsewhere (files/check-file-access.ts): a file of a draft is none of
 * it.
 */
export const fileCalls = {
  /** the body is the file's bytes; on error 2041, 2042 or 2043 nothing is stored */
  'POST /files': consoleCall({
    summary: '上传一个文件',
    answer: as<AcceptedFile>(),
    params: { filename },
    takesFile: true,
    policy: { anywhere: 'content.write' },
    handle: async ({ filename: given }, { db, actor, filesDir, bytes, incoming, publishContext }) => {
      if (!incoming) throw new Refused('badRequest', '文件应以 application/octet-stream 发送');
      try {
        const file = await acceptFile(
          { db, dir: filesDir, ...(publishContext.freeSpace && { freeSpace: publishContext.freeSpace }) },
          given,
          incoming.chunks,
          incoming.announced,
        );
        await record(db, actor, 'file.upload', {
          subject: `file:${file.filepath}`,
          facts: { filename: file.filename, bytes: file.bytes },
        });
        // the same file once more puts a damaged one right
        if (bytes.damaged.has(file.filepath)) await bytes.check(file.filepath);
        return file;
      } catch (error) {
        if (isBroken(error)) throw new Refused('uploadBroken');
        if (error instanceof Refused)
          await record(db, actor, 'file.upload', {
            outcome: 'refused',
            facts: { filename: given.slice(0, 200).toWellFormed(), why: error.message },
          });
        throw error;
      }
    },
  }),
  /** file, also while no draft with it is public. filename: the name that it is saved as */
  'GET /files/:year/:month/:name': consoleCall({
    summary: '查看稿件中的文件',
    answer: as<AnsweredFile>(),
    params: {
      year: text({ maxLength: 4 }),
      month: text({ maxLength: 2 }),
      name: text({ maxLength: 80 }),
      filename: optional(filename),
      width: optional(text({ maxLength: 4, description: '图片的宽度，如 480' })),
    },
    policy: { right: 'content.read', ofOne: ofFile },
    handle: async ({ year, month, name, filename: shown, width }, { db, bytes, smallPictures }) => {
      const filepath = `${year}/${month}/${name}`;
      const stored = await db
        .selectFrom('file')
        .select('media_type')
        .where('filepath', '=', filepath)
        .executeTakeFirst();
      if (!stored) throw new Refused('unknownFile');
      const wanted = requestedWidth(width);
      const small = wanted && (await smallPictures.of(filepath, wanted));
      if (small) return new FileAnswer(shown ?? name, 'image/webp', createReadStream(small.path), 'inline');
      const handle = await bytes.open(filepath);
      if (typeof handle === 'string') throw new Refused('unknownFile', '服务器上的这个文件缺失或已损坏，请重新上传');
      return new FileAnswer(
        shown ?? name,
        stored.media_type,
        handle.createReadStream(),
        INLINE.has(stored.media_type) ? 'inline' : 'attachment',
      );
    },
  }),
  'GET /file-check': consoleCall({
    summary: '服务器上缺失或损坏的文件',
    answer: as<FileCheck>(),
    policy: 'signed-in',
    handle: (_params, context) => fileCheckOf(context),
  }),
  /** reads the damaged ones again, when they have been put back */
  'POST /file-check': consoleCall({
    summary: '重新核对缺失或损坏的文件',
    answer: as<FileCheck>(),
    evenWithoutRoom: true,
    policy: 'signed-in',
    handle: async (_params, context) => {
      await context.scrub.checkDamaged();
      return fileCheckOf(context);
    },
  }),
};

/** Damaged files, with the names that visitors know. */
async function fileCheckOf({ db, scrub }: SignedIn): Promise<FileCheck> {
  const damaged = scrub.damaged();
  const names = await db
    .selectFrom('file_use')
    .distinctOn('filepath')
    .select(['filepath', 'filename'])
    .where(sql<boolean>`filepath = any(${damaged.map(({ filepath }) => filepath)}::text[])`)
    .orderBy('filepath')
    .orderBy('row_id', 'desc')
    .execute();
  const nameOf = new Map(names.map(({ filepath, filename: name }) => [filepath, name]));
  return {
    damaged: damaged.map(({ filepath, damage, table }) => ({
      filepath,
      damage,
      filename: nameOf.get(filepath) ?? '',
      isMaterial: table === 'pro_material',
    })),
    checkedAt: scrub.last?.endedAt.toISOString() ?? '',
    files: scrub.last?.files ?? 0,
  };
}
