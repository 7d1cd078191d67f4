import { ChannelsEditor, purpose } from '#kinds/channel/console/Form.tsx';
import { Screen } from '../parts/Screen.tsx';

/** The channels of the site: looked at, and changed as an edition. */
export const Channels = () => (
  <Screen title="栏目" purpose={purpose}>
    <ChannelsEditor />
  </Screen>
);
