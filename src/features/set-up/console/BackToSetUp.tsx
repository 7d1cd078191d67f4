import { Link, useLocation } from 'react-router-dom';
import { STAGE_TITLES } from '../set-up-stages.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { leftStage, stageAddress } from './stages.ts';
import './set-up.css';

/** SU9: on every other screen the way back to the stage that was left for it, until visitors see the site. */
export function BackToSetUp() {
  const { pathname } = useLocation();
  const stage = pathname === '/' || pathname.startsWith('/setting-up') ? undefined : leftStage();
  const { data } = useRead('GET /set-up', stage === undefined ? null : {});
  if (stage === undefined || !data || data.isShown) return null;
  return (
    <p className="back-to-set-up">
      <Link to={stageAddress(stage)}>{`← 返回设置网站：${STAGE_TITLES[stage]}`}</Link>
    </p>
  );
}
