import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFilepath } from '#rules/filepath.ts';
import type { FileCalls } from '#wire/console-calls.ts';
import { acceptFile } from '../files/accept-file.ts';
import { Refused } from '../errors.ts';
import { record } from '../people/staff/audit.ts';
import { consoleCall, FileAnswer, type Answers } from './define-console-call.ts';

const filename = { type: 'string', maxLength: 1000, description: '文件名' };

/** Shown in the browser; everything else is saved. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Files of editors. Public files are served elsewhere (files/check-file-access.ts): a file of a draft is none of
 * it.
 */
export const fileCalls: Answers<FileCalls> = {
  'POST /files': consoleCall({
    summary: '上传一个文件',
    params: { filename },
    required: ['filename'],
    takesFile: true,
    policy: { anywhere: 'content.write' },
    handle: async ({ filename: given }, { db, actor, filesDir, incoming, publishContext }) => {
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
  'GET /files/:year/:month/:name': consoleCall({
    summary: '查看稿件中的文件',
    params: {
      year: { type: 'string', maxLength: 4 },
      month: { type: 'string', maxLength: 2 },
      name: { type: 'string', maxLength: 80 },
      filename,
    },
    policy: { anywhere: 'content.read' },
    handle: async ({ year, month, name, filename: shown }, { db, filesDir }) => {
      const filepath = `${year}/${month}/${name}`;
      const stored =
        parseFilepath(filepath) &&
        (await db.selectFrom('file').select('media_type').where('filepath', '=', filepath).executeTakeFirst());
      if (!stored) throw new Refused('unknownFile');
      const handle = await open(join(filesDir, filepath), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => {
        throw new Refused('unknownFile');
      });
      return new FileAnswer(
        shown ?? name,
        stored.media_type,
        handle.createReadStream(),
        INLINE.has(stored.media_type) ? 'inline' : 'attachment',
      );
    },
  }),
};

/** The sender went away. */
const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as { code?: string }).code ?? '');
