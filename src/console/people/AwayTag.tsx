import { Tag } from 'antd';
import { Fragment } from 'react';
import { useSubstitutions } from './away.ts';

/** Beside the name of somebody who is away now: who stands in, and until when. */
export function AwayTag({ staffId }: { staffId: number }) {
  const { data } = useSubstitutions();
  const away = data?.list.filter(({ absent, hasBegun }) => hasBegun && absent.staffId === staffId) ?? [];
  return away.map(({ substitutionId, substitute, until }) => (
    <Fragment key={substitutionId}>
      {' '}
      <Tag color="gold">{`不在，${substitute.name}代理至 ${until}`}</Tag>
    </Fragment>
  ));
}
