import { kindNamed, kindOf, type Change } from '#kinds/index.ts';
import { partsOf, type SubjectParts } from '#kinds/changes.ts';
import { as, list, optional, text, withDefault } from '#page/schema-words.ts';
import { MOST_TYPED } from '#rules/editions/form-drafts.ts';
import { mayDoSomewhere, type StaffRight } from '#rules/people/staff-rights.ts';
import type { FormDraft, FormDraftLine, StoredFormDraft } from '#wire/form-draft-answers.ts';
import { getEdition } from '../editions/edition-row.ts';
import { channelsConcerned } from '../editions/review/concerned-channels.ts';
import {
  listFormDrafts,
  readFormDrafts,
  removeFormDraft,
  storeFormDraft,
  type DraftReach,
} from '../editions/work/form-drafts.ts';
import { Refused } from '../errors.ts';
import { FairQueue } from '../http/fair-queue.ts';
import { rightsFor } from './authorize.ts';
import { consoleCall, type SignedIn } from './define-console-call.ts';
import { MOST_BYTES } from './edition-calls.ts';
import { editionId } from './edition-rights.ts';

const form = text({ minLength: 1, maxLength: 400, description: '表单的名称' });
const piece = withDefault('', text({ maxLength: 36, description: '表单中的哪一份；只有一份的为空' }));
const version = withDefault(
  '',
  text({
    maxLength: 36,
    pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$',
    description: '存下时的版本；没有时为空',
  }),
);

/** Each is some megabytes of text. */
const storing = new FairQueue({ most: 4, ofOne: 4 });

/** Drafts of forms, which their writers alone read (DF). None of these calls is an act of the record. */
export const formDraftCalls = {
  'GET /form-drafts': consoleCall({
    summary: '本人填写而未保存为稿件的内容',
    answer: as<FormDraftLine[]>(),
    policy: 'signed-in',
    handle: (_params, context) => listFormDrafts(context.db, context.user.staffId, mayReadAs(context)),
  }),
  'GET /form-draft': consoleCall({
    summary: '本人在一个表单中填写而未保存的内容',
    answer: as<FormDraft[]>(),
    params: { form },
    policy: 'signed-in',
    handle: ({ form: name }, context) => readFormDrafts(context.db, context.user.staffId, name, mayReadAs(context)),
  }),
  /** another version that is there is answered and stays */
  'POST /form-draft': consoleCall({
    summary: '存下一个表单中填写的内容',
    answer: as<StoredFormDraft>(),
    params: {
      form,
      piece,
      version,
      title: text({ maxLength: 300, description: '标题' }),
      address: text({ maxLength: 1_000, pattern: '^/(?!/)', description: '表单在管理端的路径' }),
      subjects: list(text({ maxLength: 220 }), { maxItems: 500, description: '改动的内容，如 article:12' }),
      channelIds: list(text({ maxLength: 64 }), { maxItems: 500, description: '选定的栏目' }),
      editionId: optional(editionId),
      work: text({ minLength: 2, maxLength: MOST_TYPED, description: '填写的内容，表单自己的 JSON' }),
    },
    bodyLimit: MOST_BYTES,
    policy: 'signed-in',
    handle: ({ subjects, channelIds, editionId: id, ...typed }, context) =>
      storing.run(context.user.staffId, async () => {
        const reach = await reachOfTyped({ subjects, channelIds, editionId: id }, context);
        const mayRead = mayReadAs(context);
        if (mayRead(reach)) return storeFormDraft(context.db, context.user.staffId, { ...typed, reach }, mayRead);
        await listFormDrafts(context.db, context.user.staffId, mayRead);
        // no refused act of the record: the form does this by itself, every few seconds
        throw new Refused('rightMissing', '您没有修改这项内容的权限，填写的内容没有存到服务器');
      }),
  }),
  'DELETE /form-draft': consoleCall({
    summary: '丢弃一个表单中填写的内容',
    answer: as<void>(),
    params: { form, piece, version },
    policy: 'signed-in',
    handle: (which, { db, user }) => removeFormDraft(db, user.staffId, which),
    evenWithoutRoom: true,
  }),
};

/** DF4: by the rights of this moment. */
const mayReadAs =
  (context: SignedIn) =>
  ({ channelIds, rights }: DraftReach): boolean => {
    if (channelIds.length === 0) return rights.every((right) => mayDoSomewhere(context.user.grants, right));
    const own = rightsFor(context, channelIds);
    return rights.every((right) => own.includes(right));
  };

/** The channels that something typed concerns, and the rights by which it could be saved (assertMayWrite). */
async function reachOfTyped(
  { subjects, channelIds, editionId: id }: { subjects: string[]; channelIds: string[]; editionId: number | undefined },
  { db, site }: SignedIn,
): Promise<DraftReach> {
  const things = subjects.flatMap((subject) => partsOf(subject) ?? []).filter(({ kind }) => kindNamed(kind)!.form);
  const concerned = await channelsConcerned(db, site, things.map(changeOf));
  const edition = id === undefined ? [] : (await getEdition(db, id)).channel_ids;
  const rights = things.flatMap(({ kind }): StaffRight[] => {
    const { right } = kindNamed(kind)!;
    return right ? [right] : [];
  });
  return {
    channelIds: [
      ...new Set([
        ...concerned,
        ...edition,
        ...channelIds.filter((channelId) => site.channel(channelId) !== undefined),
      ]),
    ].sort(),
    rights: [...new Set<StaffRight>(['content.write', ...rights])],
  };
}

/** A change of a thing that says which thing it is, and no more. */
function changeOf({ kind, id }: SubjectParts): Change {
  const { words, documentNaming } = kindOf({ kind });
  const change = words.withdrawal
    ? { kind, id, withdraw: { reason: '' } }
    : { kind, id, document: documentNaming?.(id) ?? {} };
  return change as Change;
}
