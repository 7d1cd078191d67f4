import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { expect, test } from 'vitest';
import { addressOf } from '#console/calls/call.ts';
import { MediaScreen } from '#console/files/MediaScreen.tsx';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { MediaView } from '#wire/media-answers.ts';
import { draw } from '../world/draw.tsx';

const [year, month, name] = ['2026', '11', `${'a'.repeat(64)}.pdf`];
const filepath = `${year}/${month}/${name}`;
const file: MediaView = {
  filepath,
  kind: 'file',
  names: ['名单.pdf'],
  bytes: 1_200,
  size: null,
  alt: '',
  by: '编辑甲',
  at: '2026-11-01T00:00:00.000Z',
  uses: 0,
  isUnused: false,
  places: [],
  hasMore: false,
  uploads: [],
  twins: [],
};

/** The screen of a file, as somebody with these roles sees it. */
const screenFor = (grants: Grant[]): string =>
  draw(
    <SWRConfig
      value={{
        fallback: {
          [addressOf('GET /me', {})]: { grants },
          [addressOf('GET /media/:year/:month/:name', { year, month, name })]: file,
        },
      }}
    >
      <MemoryRouter initialEntries={[`/media/${filepath}`]}>
        <Routes>
          <Route path="/media/:year/:month/:name" element={<MediaScreen />} />
        </Routes>
      </MemoryRouter>
    </SWRConfig>,
  );

test('[RE7] the screen of a file leads whoever may propose it to the removal of that file, and nobody else', () => {
  const link = `href="/removals/new?file=${encodeURIComponent(filepath)}"`;
  expect(screenFor([{ role: 'editor', channelId: '' }])).toContain(link);
  expect(screenFor([{ role: 'reviewer', channelId: '' }])).not.toContain('/removals/new');
  expect(screenFor([{ role: 'editor', channelId: '0001' }])).not.toContain('/removals/new');
});
