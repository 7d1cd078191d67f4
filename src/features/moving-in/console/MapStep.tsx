import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MovingInMap } from '../wire.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { ListMap } from './ListMap.tsx';
import { MapFile } from './MapFile.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';
import { PagesMap } from './PagesMap.tsx';
import { addressOf } from './steps.ts';

/** Map as it is typed, for a list or for saved pages. */
export interface MapProps {
  found: StepProps['found'];
  map: MovingInMap;
  onChange: (map: MovingInMap) => void;
  /** saves the typed map, for a trial */
  save: () => Promise<void>;
}

/** MI12: meaning that columns and channels of the former site have on this site. */
export function MapStep({ found, again }: StepProps) {
  const { importId, root, read } = found;
  const [map, setMap] = useState<MovingInMap>(found.map);
  // another map, from a file or an earlier import, is shown from its beginning
  const [taken, setTaken] = useState(0);
  const send = useSend();
  const navigate = useNavigate();
  const save = async (next = map): Promise<void> => {
    // saved pages can be tried before their folders have channels
    const whole = read && 'pages' in read ? { ...next, folders: next.folders ?? {} } : next;
    await send('POST /moving-in/:importId/form', { importId, root, read, map: whole });
    await again();
  };
  const go = async (): Promise<void> => {
    await save();
    void navigate(addressOf(importId, 'trial'));
  };
  const props: MapProps = { found, map, onChange: setMap, save };
  return (
    <>
      {read && 'pages' in read ? <PagesMap key={taken} {...props} /> : <ListMap key={taken} {...props} />}
      <MapFile
        found={found}
        onTaken={async (next) => {
          await save(next);
          setMap(next);
          setTaken((before) => before + 1);
        }}
      />
      <StepButtons
        importId={importId}
        step="map"
        next="保存，试看前十篇"
        disabled={whatLacks(props) !== ''}
        onNext={go}
      >
        {whatLacks(props) !== '' && <span className="quiet">{whatLacks(props)}</span>}
      </StepButtons>
    </>
  );
}

/** First thing that the map lacks before anything can be read by it; '' for none. */
function whatLacks({ found: { read }, map }: MapProps): string {
  if (!read || 'list' in read) return '';
  const { title = '', date = '', body = '' } = map.selectors ?? {};
  if ([title, date, body].some((selector) => selector.trim() === '')) return '请填写标题、日期和正文的选择器';
  return Object.keys(map.folders ?? {}).length === 0 ? '请至少为一个文件夹选定栏目' : '';
}
