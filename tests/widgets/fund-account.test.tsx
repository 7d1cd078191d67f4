import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { View as Lead } from '#widgets/lead/View.tsx';
import { View as QuickEntries } from '#widgets/quick-entries/View.tsx';
import { View as RichNote } from '#widgets/rich-note/View.tsx';
import { View as ServiceBand } from '#widgets/service-band/View.tsx';
import { buildViewBlock, draw } from '../world/draw.tsx';

const block = buildViewBlock();
const links = (needsFundAccount?: boolean) => [
  { title: '办理', path: '/serve/professionalInvestor', ...(needsFundAccount !== undefined && { needsFundAccount }) },
];

const widgets: [name: string, of: (needs?: boolean) => ReactElement][] = [
  [
    'rich-note',
    (needs) => <RichNote props={{ paragraphs: ['说明'], links: links(needs) }} data={null} block={block} />,
  ],
  ['lead', (needs) => <Lead props={{ statement: '主张', seed: 1, links: links(needs) }} data={null} block={block} />],
  [
    'service-band',
    (needs) => (
      <ServiceBand
        props={{ look: 'band', title: '标题', text: '正文', links: links(needs) }}
        data={null}
        block={block}
      />
    ),
  ],
  [
    'quick-entries',
    (needs) => (
      <QuickEntries
        props={{ label: '入口', entries: links(needs).map((link) => ({ ...link, icon: 'account' as const })) }}
        data={null}
        block={block}
      />
    ),
  ],
];

test.each(widgets)(
  '[RK5] an action of %s that needs a fund account says so to the site, others do not',
  (_name, of) => {
    expect(draw(of(true))).toMatch(/<a [^>]*data-fund-account=""[^>]*>/);
    expect(draw(of(false))).not.toContain('data-fund-account');
    expect(draw(of())).not.toContain('data-fund-account');
  },
);
