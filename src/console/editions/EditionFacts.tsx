import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Waited } from '../parts/Waited.tsx';
import { AwayTag } from '../people/AwayTag.tsx';
import type { FoundEdition } from './edition-answers.ts';
import { useEditionNames } from './edition-names.ts';
import { StateTag } from './StateTag.tsx';

/** The moment since when an edition waits for its next person; '' for one that waits for nobody. */
const waitingSince = ({ state, steps }: Pick<FoundEdition, 'state' | 'steps'>): string => {
  const act = state === 'in-review' ? 'submitted' : state === 'approved' ? 'approved' : '';
  return steps.findLast((step) => step.act === act)?.at ?? '';
};

/** ED13: state, writers, version and places of an edition, in lines below its title. */
export function EditionFacts({ edition }: { edition: FoundEdition }) {
  const { state, publishAt, emergency, version, channelIds, contributors, approvedBy, progress, shown } = edition;
  const { nameOf } = useEditionNames(shown.changes);
  const isWaiting = emergency !== null && emergency.reviewedAt === '';
  const since = waitingSince(edition);
  const facts: [name: string, value: ReactNode][] = [
    ['栏目', channelIds.map(nameOf).join('；')],
    [
      '撰写',
      contributors.map(({ staffId, name }, at) => (
        <span key={staffId}>
          {`${at > 0 ? '、' : ''}${name}`}
          <AwayTag staffId={staffId} />
        </span>
      )),
    ],
    ['版次', `第 ${version} 版`],
  ];
  if (since !== '') facts.push(['已等', <Waited key="since" since={since} />]);
  if (approvedBy !== '') facts.push(['审核', approvedBy]);
  if (publishAt !== '') facts.push(['计划发布', <Moment key="at" at={publishAt} />]);
  if (emergency) facts.push(['紧急发布', `${emergency.name}：${emergency.reason}`]);
  if (progress && progress.halted !== '') facts.push(['中断的原因', progress.halted]);
  return (
    <section className="edition-facts" aria-label="概况">
      <p>
        <StateTag
          state={state}
          publishAt={publishAt}
          progress={progress}
          {...(isWaiting && { reviewDue: emergency.dueAt, isOverdue: emergency.isOverdue })}
        />
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PublicPlaces edition={edition} />
    </section>
  );
}

/** Addresses of a published edition, and its entry in the list of publications. */
function PublicPlaces({ edition: { publishedIn, addresses } }: { edition: FoundEdition }) {
  if (publishedIn === null) return null;
  return (
    <div className="public-places">
      <FoldedWhenMany title={`在网站上查看（${addresses.length} 处）`} count={addresses.length}>
        <ul className="bullets">
          {addresses.map(({ title, path }) => (
            <li key={path}>
              <a href={path} target="_blank" rel="noopener">{`在网站上查看：${title}`}</a>
            </li>
          ))}
        </ul>
      </FoldedWhenMany>
      <p>
        <Link to="/publications">{`发布记录（第 ${publishedIn} 号）`}</Link>
      </p>
    </div>
  );
}
