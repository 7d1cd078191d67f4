import { Button } from 'antd';
import type { Json } from '#rules/json/json.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import { HomeCompositions } from '../pages/HomeCompositions.tsx';
import { OpenHomeEditions } from '../pages/OpenHomeEditions.tsx';
import { Panel } from '../parts/Panel.tsx';
import '../pages/pages.css';
import type { HomeBeside } from './home-beside.ts';

interface Props {
  beside: HomeBeside;
  /** undefined: as it is */
  home: Json | undefined;
  onChange: (home: Json | undefined) => void;
}

/** HN6: the composition of the home page, seen with what is typed of the brand and saved with it. */
export const CompositionPanel = ({ beside: { document, editions, mayChange }, home, onChange }: Props) => (
  <Panel title="首页的构图">
    <HomeCompositions
      home={home ?? document}
      disabled={!mayChange}
      onChange={(next) => onChange(isSameJson(next, document) ? undefined : next)}
    />
    <OpenHomeEditions editions={editions} />
    {home && <Button onClick={() => onChange(undefined)}>恢复原来的构图</Button>}
  </Panel>
);
