import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { LivePreview } from '../preview/LivePreview.tsx';

const NO_CHANGES: readonly unknown[] = [];

/** The site as it is public, which visitors may not see yet: for whoever may draw previews. */
export function PublicSite() {
  const { data: me } = useMe();
  if (!me || !mayDoSomewhere(me.grants, 'content.write')) return null;
  return (
    <Panel title="现在公开的样子">
      <LivePreview changes={NO_CHANGES} path="/" title="现在公开的网站" hasPages />
    </Panel>
  );
}
