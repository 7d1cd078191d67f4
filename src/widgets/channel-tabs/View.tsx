import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import type { props as words } from './props.ts';

export function View({ props, data, block }: ViewProps<ValueOf<typeof words>, 'articles'>) {
  return (
    <Tabs
      tabs={data.items.map(({ title, path }) => ({ title, path, current: path === block.path }))}
      label={props.label}
    />
  );
}

export function Waiting() {
  return <Skeleton rows={1} kind="line" />;
}
