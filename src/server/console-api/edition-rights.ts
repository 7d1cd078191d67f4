import { integer, record, text } from '#page/schema-words.ts';
import type { EditionAction } from '#rules/editions/edition-steps.ts';
import { rightName, type StaffRight } from '#rules/people/staff-rights.ts';
import { placesNeeded } from '#rules/people/substitutions.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import type { Change } from '#kinds/index.ts';
import type { Side } from '../editions/review/compare-editions.ts';
import { rightsNeeded, channelsConcerned } from '../editions/review/concerned-channels.ts';
import type { Draft } from '../editions/draft/draft-changes.ts';
import { getDraft, getEdition } from '../editions/edition-row.ts';
import { publicChange } from '../editions/review/public-change.ts';
import { Refused } from '../errors.ts';
import { authorize, lineOf, rightsFor } from './authorize.ts';
import type { SignedIn } from './define-console-call.ts';

export const editionId = integer({ minimum: 1, maximum: 2_147_483_647, description: '稿件编号' });
/** Marks of public content by subject, as the console was given them. */
export const marks = record(text({ maxLength: 220 }), { maxProperties: 2_000 });

export const version = integer({ minimum: 1, maximum: 2_147_483_647, description: '稿件的版次' });

/** Right by which somebody sees the editions of a view. */
export const RIGHT_OF: Readonly<Record<EditionView, StaffRight>> = {
  all: 'content.read',
  mine: 'content.read',
  returned: 'content.read',
  'approval-ended': 'content.read',
  'to-review': 'content.review',
  'after-review': 'content.review',
  'to-publish': 'content.publish',
  scheduled: 'content.publish',
  open: 'content.read',
  failed: 'content.read',
};

/** Rights of the actions that need a second person, as their calls have them. */
const RIGHT_OF_ACTION: Partial<Record<EditionAction, StaffRight>> = {
  approve: 'content.review',
  return: 'content.return',
  confirm: 'content.review',
  emergency: 'content.publish',
};

/** SI2: ids of those whose roles somebody needs for an action on an edition of these channels. */
export function placesFor(
  { user, site }: Pick<SignedIn, 'user' | 'site'>,
  action: EditionAction,
  channelIds: readonly string[],
): number[] {
  const right = RIGHT_OF_ACTION[action];
  const lines = channelIds.map((channelId) => lineOf(site, channelId));
  return (right && placesNeeded(user, right, lines)) ?? [];
}

/** Concerned channels of the newest version. */
export const ofEdition = async (
  { editionId: id }: { editionId: number },
  { db }: SignedIn,
): Promise<readonly string[]> => (await getEdition(db, id)).channel_ids;

/**
 * Concerned channels of an edition and one of its versions: an older one may concern channels that the newest does not.
 */
export async function ofVersion(
  { editionId: id, version: given }: { editionId: number; version?: number },
  { db, site }: SignedIn,
): Promise<readonly string[]> {
  const { version: newest, channel_ids } = await getEdition(db, id);
  if (given === undefined || given === newest) return channel_ids;
  return [...channel_ids, ...(await channelsConcerned(db, site, (await getDraft(db, id, given)).changes))];
}

/** Concerned channels of all versions that a comparison shows. */
export async function ofCompared(
  { editionId: id, from, to, fromEdition }: { editionId: number; from: string; to: string; fromEdition?: number },
  context: SignedIn,
): Promise<readonly string[]> {
  const sides = [from === 'before' ? 'public' : sideOf(fromEdition ?? id, from), sideOf(id, to)].filter(
    (side) => side !== 'public',
  );
  return [
    ...(await ofEdition({ editionId: id }, context)),
    ...(await Promise.all(sides.map((side) => ofVersion(side, context)))).flat(),
  ];
}

/** The writer of a draft may write all that it changes. @throws Refused rightMissing */
export async function assertMayWrite(
  { changes }: Pick<Draft, 'changes'>,
  params: object,
  context: SignedIn,
): Promise<void> {
  const channelIds = await channelsConcerned(context.db, context.site, changes);
  for (const right of rightsNeeded(context.site, changes))
    await authorize({ right, of: async () => channelIds }, params as Record<string, unknown>, context);
}

/** Name of the first right for which assertMayWrite would refuse these changes; '' where it would not. */
export async function rightLacking(changes: readonly Change[], context: SignedIn): Promise<string> {
  const own = rightsFor(context, await channelsConcerned(context.db, context.site, changes));
  const right = rightsNeeded(context.site, changes).find((needed) => !own.includes(needed));
  return right === undefined ? '' : rightName(right);
}

/**
 * RG26: a file may bring choices and columns with it that its editor may not add: it becomes a draft, which whoever may
 * change definitions submits. @throws Refused rightMissing
 */
export async function assertMayDraft(
  { changes }: Pick<Draft, 'changes'>,
  params: object,
  context: SignedIn,
): Promise<void> {
  const channelIds = await channelsConcerned(context.db, context.site, changes);
  const right = 'content.write';
  await authorize({ right, of: async () => channelIds }, params as Record<string, unknown>, context);
}

/** 'public', or the number of a version. */
export function sideOf(id: number, text: string): Exclude<Side, { beforeNo: number }> {
  if (text === 'public') return 'public';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refused('badParameter', '版次应为数字，或 public（现在公开的内容）');
  return { editionId: id, version: Number(text) };
}

/** Rights for the public version of a subject. */
export async function channelsOfSubject(
  { subject }: { subject: string },
  { db, site }: SignedIn,
): Promise<readonly string[]> {
  const change = await publicChange({ db }, site, subject, undefined, { storesRows: false });
  return change ? channelsConcerned(db, site, [change]) : [''];
}
