import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { EditionCounts, EditionView } from '#wire/edition-answers.ts';
import type { WorkView } from '#wire/work-answers.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { Confirm } from '../parts/Confirm.tsx';
import {
  builtInViews,
  isSameView,
  listAddress,
  questionOf,
  type WorkFilters,
  type WorkQuestion,
} from './work-filters.ts';

/** LW3: views that everybody has, with what waits in them, then one's own; and the way to name the present conditions. */
export function WorkViews({ values, mayWrite }: { values: WorkFilters; mayWrite: boolean }) {
  const { data: counts } = useRead('GET /editions/counts');
  const { data: own = [], mutate } = useRead('GET /work-list/views');
  const [open, setOpen] = useState<'save' | 'remove'>();
  const send = useSend();
  const navigate = useNavigate();
  const now = questionOf(values);
  const [openedAt] = useState(Date.now);
  const builtIn = builtInViews(openedAt).filter(
    ({ filters }) => isSameView(filters, now) || isMeant(filters, counts, mayWrite),
  );
  const mine = own.find(({ filters }) => isSameView(filters, now));
  const isNamed = mine !== undefined || builtIn.some(({ filters }) => isSameView(filters, now));
  return (
    <div className="view-row">
      <nav className="view-tabs" aria-label="视图">
        {[...builtIn, ...own].map(({ name, filters }) => (
          <Link
            key={`${name} ${JSON.stringify(filters)}`}
            to={listAddress(filters)}
            aria-current={isSameView(filters, now) ? 'page' : undefined}
          >
            {name}
            {countOf(filters, counts) > 0 && <span className="count">{countOf(filters, counts)}</span>}
          </Link>
        ))}
      </nav>
      {!isNamed && (
        <Button type="link" onClick={() => setOpen('save')}>
          保存为视图
        </Button>
      )}
      {mine && (
        <Button type="link" onClick={() => setOpen('remove')}>
          删除视图
        </Button>
      )}
      {open === 'save' && (
        <SaveView
          filters={now}
          own={own}
          onSaved={async () => void (await mutate())}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'remove' && mine && (
        <Confirm
          title={`删除视图“${mine.name}”？`}
          action="删除"
          onConfirm={async () => {
            await send('DELETE /work-list/views/:viewId', { viewId: mine.viewId });
            await mutate();
            void navigate('/editions');
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>只删除这个名称和它的条件，列出的内容不变。</p>
        </Confirm>
      )}
    </div>
  );
}

const viewIn = ({ view, ...others }: WorkFilters): EditionView | undefined =>
  Object.keys(others).length === 0 ? (view as EditionView | undefined) : undefined;

const countOf = (filters: WorkFilters, counts: EditionCounts | undefined): number => {
  const view = viewIn(filters);
  return (view && counts?.[view]) ?? 0;
};

/** Views that wait for others only are left out. */
function isMeant(filters: WorkFilters, counts: EditionCounts | undefined, mayWrite: boolean): boolean {
  const view = viewIn(filters);
  if (view === 'after-review' || view === 'approval-ended') return (counts?.[view] ?? 0) > 0;
  if (view !== undefined) return counts?.[view] !== undefined;
  return filters.view !== 'mine' || mayWrite;
}

interface SaveProps {
  filters: WorkQuestion;
  own: readonly WorkView[];
  onSaved: () => Promise<void>;
  onClose: () => void;
}

function SaveView({ filters, own, onSaved, onClose }: SaveProps) {
  const id = useId();
  const send = useSend();
  const [name, setName] = useState('');
  const replaced = own.some((view) => view.name === name.trim());
  return (
    <Confirm
      title="保存为视图"
      action="保存"
      onConfirm={async () => {
        await send('POST /work-list/views', { name, filters });
        await onSaved();
      }}
      onClose={onClose}
    >
      <p>现在的条件和排序以一个名称列在上面，只有您自己看到，在任何一台电脑上都有。</p>
      <div className="dialog-field">
        <label htmlFor={id}>名称</label>
        <Input id={id} value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </div>
      {replaced && <p role="status">{`已有“${name.trim()}”，保存后以现在的条件代替。`}</p>}
    </Confirm>
  );
}
