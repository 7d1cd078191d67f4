import { partsOf } from '#kinds/changes.ts';
import { kindOf } from '#kinds/index.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import type { SubjectDifference } from '#wire/edition-answers.ts';
import { useChannels } from '../calls/channels.ts';
import { useRead } from '../calls/use-calls.ts';
import { Differences } from '../documents/Differences.tsx';
import type { MergeWords } from '../merge/merge-words.ts';
import { pageMergeWords } from '../pages/page-merge.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { fieldPlace } from './edition-place.ts';
import { PlaceBelow, PlaceMark } from './FeaturePlaces.tsx';
import { settingWords } from '../settings/setting-merge-words.ts';

/**
 * Effect of an edition on a setting or a page, in the words of its form. It is a place of the difference once these are
 * there (RV2); until then it is one that nobody saw.
 */
export function DocumentDifferences({
  subject,
  before,
  after,
}: { subject: string } & NonNullable<SubjectDifference['documents']>) {
  const { words, error, again } = useWords(subject, after);
  if (error !== undefined)
    return (
      <div data-pending="" data-failed="">
        <Failure error={error} retry={again} />
      </div>
    );
  if (!words)
    return (
      <div data-pending="">
        <Loading />
      </div>
    );
  const besides = (pointer: string, title: string) => {
    const place = fieldPlace(subject, `/document${pointer}`);
    return { mark: <PlaceMark place={place} title={title} />, below: <PlaceBelow place={place} title={title} /> };
  };
  return (
    <div data-difference="">
      <Differences before={before} after={after} words={words} same="内容不变。" besides={besides} />
    </div>
  );
}

function useWords(subject: string, document: unknown): { words?: MergeWords; error: unknown; again: () => void } {
  const parts = partsOf(subject);
  const name = parts && kindOf(parts) === settingKind ? parts.id : undefined;
  const { nameOf } = useChannels();
  const setting = useRead('GET /settings/:name', name === undefined ? null : { name });
  const facts = useRead('GET /page-facts', name === undefined ? {} : null);
  const words = setting.data ? settingWords(setting.data) : facts.data && pageMergeWords(facts.data, nameOf, document);
  return {
    ...(words && { words }),
    error: setting.error ?? facts.error,
    again: () => void Promise.all([setting.mutate(), facts.mutate()]),
  };
}
