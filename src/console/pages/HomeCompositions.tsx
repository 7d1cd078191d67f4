import { Radio } from 'antd';
import { composed, COMPOSITIONS, compositionOf, type Composition } from '#kinds/page/home-compositions.ts';
import type { Json } from '#rules/json/json.ts';
import { COMPOSITION_WORDS } from './page-words.ts';

const ABOUT: Readonly<Record<Composition, string>> = {
  ground: '标语写在主色的底图上，入口和核验框压住它的下沿',
  split: '标语在左、图形在右，各块的标题在内容左侧',
  ruled: '标语旁边是核验框，各块的标题下有双线',
};

/** Rectangles of a composition on 120 × 84: [x, y, width, height, shade]. */
const DRAWN: Readonly<Record<Composition, readonly [number, number, number, number, 'dark' | 'mid' | 'light'][]>> = {
  ground: [
    [0, 0, 120, 34, 'dark'],
    [10, 26, 44, 14, 'light'],
    [56, 26, 54, 14, 'mid'],
    [10, 48, 32, 12, 'mid'],
    [46, 48, 64, 12, 'light'],
    [10, 66, 48, 12, 'light'],
    [62, 66, 48, 12, 'light'],
  ],
  split: [
    [10, 6, 36, 14, 'dark'],
    [60, 0, 60, 26, 'mid'],
    [60, 28, 60, 14, 'dark'],
    [10, 48, 20, 4, 'dark'],
    [36, 48, 34, 12, 'light'],
    [74, 48, 36, 12, 'light'],
    [10, 66, 48, 12, 'mid'],
    [62, 66, 48, 12, 'mid'],
  ],
  ruled: [
    [0, 0, 120, 24, 'light'],
    [10, 6, 44, 8, 'dark'],
    [72, 4, 38, 16, 'mid'],
    [10, 30, 100, 2, 'dark'],
    [10, 36, 46, 12, 'light'],
    [62, 36, 48, 12, 'light'],
    [10, 56, 46, 2, 'dark'],
    [62, 56, 48, 2, 'dark'],
    [10, 62, 46, 16, 'light'],
    [62, 62, 48, 16, 'light'],
  ],
};

interface Props {
  home: Json;
  disabled: boolean;
  onChange: (home: Json) => void;
}

/** HN6: the compositions of a home page; another one sets the same blocks in other places and styles. */
export function HomeCompositions({ home, disabled, onChange }: Props) {
  const document = home as unknown as Parameters<typeof composed>[0];
  return (
    <section className="compositions" aria-label="首页的构图">
      <h2 className="blocks-title">构图</h2>
      <p className="quiet">换一种构图只移动下面的块、改它们的样式，写在块里的内容都留着；不合适可以撤销。</p>
      <Radio.Group
        className="compositions-choice"
        disabled={disabled}
        value={compositionOf(document) ?? ''}
        aria-label="构图"
        onChange={(event) => onChange(composed(document, event.target.value as Composition) as unknown as Json)}
      >
        {COMPOSITIONS.map((name) => (
          <Radio key={name} value={name} className="composition">
            <Drawing of={name} />
            <strong>{COMPOSITION_WORDS[name]}</strong>
            <span className="quiet">{ABOUT[name]}</span>
          </Radio>
        ))}
      </Radio.Group>
    </section>
  );
}

const Drawing = ({ of }: { of: Composition }) => (
  <svg viewBox="0 0 120 84" width="120" height="84" aria-hidden="true" className="composition-drawing">
    {DRAWN[of].map(([x, y, width, height, shade]) => (
      <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} className={`composition-${shade}`} />
    ))}
  </svg>
);
