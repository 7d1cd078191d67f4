import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer } from '../wire.ts';
import { useMe } from '#console/calls/use-calls.ts';
import { LegalTextList } from '#console/settings/LegalTexts.tsx';
import { MayNot } from './MayNot.tsx';
import { OpenEditions } from './OpenEditions.tsx';
import { editionAddress } from './stages.ts';

/** SU7: prepared texts whose gaps keep them from being published, and those that are being written. */
export function LegalStage({ answer: { stages } }: { answer: SetUpAnswer }) {
  const { data: me } = useMe();
  const { editions = [] } = stages.find(({ name }) => name === 'legal') ?? {};
  if (me && !mayDoSomewhere(me.grants, 'content.read')) return <MayNot right="content.write" />;
  return (
    <div className="stack">
      <OpenEditions stage="legal" editions={editions} />
      <LegalTextList
        readAt={(editionId) => editionAddress('legal', editionId)}
        editAt={(editionId) => editionAddress('legal', editionId, true)}
      />
    </div>
  );
}
