import { Link } from 'react-router-dom';
import { CHECKS, SEVERITIES, type CheckId, type Severity } from '#rules/checks/checks.ts';
import { findingWords, reasonIn } from '#rules/checks/findings.ts';
import type { Finding } from '#wire/edition-answers.ts';
import { Folded } from './Folded.tsx';
import './findings.css';

interface Props {
  findings: readonly Finding[];
  /** history of the submission, with the reasons that were given; absent: none yet */
  submitNote?: string;
  /** link to a change; absent: there is only one */
  placeOf?: ((change: number) => { to: string; name: string }) | undefined;
}

/** findings of one check in sight; more are folded */
const MOST_SHOWN = 5;
/** the gravest first */
const ORDER: readonly Severity[] = ['stop', 'reason', 'note'];

/** CK3: findings by check, the gravest first, each with its place and the reason given for it. */
export function FindingList({ findings, submitNote, placeOf }: Props) {
  const groups = ORDER.flatMap((severity) => [
    ...Map.groupBy(
      findings.filter((finding) => finding.severity === severity),
      ({ check }) => check,
    ),
  ]);
  const lineOf = (finding: Finding) => (
    <FindingLine key={finding.key} finding={finding} submitNote={submitNote} placeOf={placeOf} />
  );
  return groups.map(([check, own]: [CheckId, Finding[]]) => {
    const { severity } = own[0]!;
    return (
      <section key={check} className={`finding finding-${severity}`}>
        <h3>
          {`${own.length} 处${CHECKS[check].found}`} <span className="finding-severity">{SEVERITIES[severity]}</span>
        </h3>
        <ul className="bullets">{own.slice(0, MOST_SHOWN).map(lineOf)}</ul>
        {own.length > MOST_SHOWN && (
          <Folded title={`另外 ${own.length - MOST_SHOWN} 处`}>
            <ul className="bullets">{own.slice(MOST_SHOWN).map(lineOf)}</ul>
          </Folded>
        )}
      </section>
    );
  });
}

function FindingLine({ finding, submitNote, placeOf }: Omit<Props, 'findings'> & { finding: Finding }) {
  const place = placeOf?.(finding.change);
  const reason = submitNote === undefined ? '' : reasonIn(submitNote, finding);
  const lacksReason = submitNote !== undefined && submitNote !== '' && finding.severity === 'reason' && reason === '';
  return (
    <li>
      {place && (
        <>
          <Link to={place.to}>{place.name}</Link>：
        </>
      )}
      {findingWords(finding)}
      {reason !== '' && <span className="finding-answer">{`理由：${reason}`}</span>}
      {lacksReason && <span className="finding-answer">没有说明理由</span>}
    </li>
  );
}
