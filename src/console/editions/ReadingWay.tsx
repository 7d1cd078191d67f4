import { Link, useNavigate } from 'react-router-dom';
import { isForScreen } from './reading/reading-keys.ts';
import { SCREENS, type ReadingView } from './reading/sitting.ts';
import { useKeysOn, useWindowKeys } from './reading/use-single-keys.ts';

const WORDS: Readonly<Record<ReadingView, string>> = {
  'to-review': '从等得最久的开始审核',
  'to-publish': '从等得最久的开始发布',
};
const KEYS: Readonly<Record<ReadingView, string>> = { 'to-review': 's', 'to-publish': 'f' };

/** RV1: the way into the reading view, by a click or a key. */
export function ReadingWay({ view }: { view: ReadingView }) {
  const navigate = useNavigate();
  const [keysOn] = useKeysOn();
  useWindowKeys(keysOn, (heard) => {
    if (heard.key.toLowerCase() !== KEYS[view] || !isForScreen(heard)) return false;
    void navigate(SCREENS[view]);
    return true;
  });
  return (
    <Link to={SCREENS[view]}>
      {WORDS[view]}
      {keysOn && <kbd>{KEYS[view].toUpperCase()}</kbd>}
    </Link>
  );
}
