import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useMe } from '#console/calls/use-calls.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { LivePreview } from '#console/preview/LivePreview.tsx';

const NO_CHANGES: readonly unknown[] = [];

/** Preview of the public site, which visitors may not see yet: for persons who may draw previews. */
export function PublicSite() {
  const { data: me } = useMe();
  if (!me || !mayDoSomewhere(me.grants, 'content.write')) return null;
  return (
    <Panel title="现在公开的样子">
      <LivePreview changes={NO_CHANGES} path="/" title="现在公开的网站" hasPages />
    </Panel>
  );
}
