import { Select } from 'antd';
import { useState } from 'react';
import { lineIn, pathIn, type Tree } from './tree-rows.ts';

/** A channel as a choice. */
interface Place {
  channelId: string;
  name: string;
  /** names from the root, for the search */
  path: string;
  depth: number;
}

interface Option {
  value: string;
  label: string;
  place: Place;
}

const indented = ({ data: { place } }: { data: Option }) => (
  <span style={{ paddingInlineStart: `${place.depth * 1.4}em` }}>{place.name}</span>
);

/** Choices are laid out when they are asked for: of some thousand channels that takes longer than a key may. */
export interface Places {
  list: () => readonly Place[];
  /** undefined: not a channel of the tree */
  find: (channelId: string) => Place | undefined;
}

interface Props {
  id: string;
  places: Places;
  value: string;
  onChange: (channelId: string) => void;
}

/** A channel chosen from the tree as it is planned, found by any name in its line. */
export function PlaceSelect({ id, places, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const chosen = places.find(value) ?? { channelId: value, name: value, path: value, depth: 0 };
  const listed = isOpen ? places.list() : [];
  const shown = value === '' || listed.some(({ channelId }) => channelId === value) ? listed : [...listed, chosen];
  return (
    <Select<string, Option>
      id={id}
      {...(value !== '' && { value })}
      onChange={onChange}
      open={isOpen}
      onOpenChange={setOpen}
      options={shown.map((place) => ({ value: place.channelId, label: place.path, place }))}
      showSearch={{ optionFilterProp: 'label' }}
      optionRender={indented}
      placeholder="请选择"
      popupMatchSelectWidth={420}
      listHeight={400}
    />
  );
}

/** The tree as choices, parents first. @param isFit which may be chosen */
export function placesOf(tree: Tree, isFit: (channelId: string) => boolean): Places {
  const list = (): Place[] => {
    const places: Place[] = [];
    const add = (channels: Tree['top'], above: readonly string[]): void => {
      for (const { channelId, name, ending } of channels) {
        const line = [...above, name || '（未命名）'];
        if (ending === null && isFit(channelId))
          places.push({
            channelId,
            name: line.at(-1)!,
            path: line.slice(line.length > 1 ? 1 : 0).join(' / '),
            depth: above.length,
          });
        if (above.length < 30) add(tree.below.get(channelId) ?? [], line);
      }
    };
    add(tree.top, []);
    return places;
  };
  const find = (channelId: string): Place | undefined => {
    const channel = tree.byId.get(channelId);
    return (
      channel && {
        channelId,
        name: channel.name || '（未命名）',
        path: pathIn(tree, channelId),
        depth: lineIn(tree, channelId).length - 1,
      }
    );
  };
  return { list, find };
}
