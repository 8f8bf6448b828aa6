import { scenePropColourNames, tileColourNames } from '../../../look/colours.ts'
import type { ScenePicture } from '../../../look/picture.ts'
import type { ScenePropKind } from '../../../look/props/prop.ts'
import { scenePropKinds } from '../../../look/props.ts'
import { Scene } from '../../../look/scene.tsx'
import type { Subject } from '../../../look/subjects.ts'
import { scenePropDescriptions } from '../../../scenes/prop-descriptions.ts'
import { parseScenePicture } from '../../../scenes/read-scene.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/** Returns the line of scene text that adds a prop, such as a tree, in the middle of 4 × 4 tiles. */
function toLine(name: string, { measure, colour }: ScenePropKind): string {
  if (name === 'ramp') return 'ramp from 2 2 to 2 3.2'
  if (measure === 'line') return `${name} from 0.5 2 to 3.5 2`
  const own = colour && colour !== 'page' ? ` ${colour}` : ''
  return `${name}${own}${measure === 'sides' ? ` ${name === 'pad' ? '3x3' : '1x1x1'}` : ''} at 2 2`
}

/** Draws one prop on a small scene. */
function toPicture(name: string, line: string): ScenePicture | undefined {
  const tiles = name === 'ramp' ? 'aaaa\naaaa\n\nbbbb' : 'aaaa\naaaa\naaaa\naaaa'
  return parseScenePicture({ tiles, ...(name === 'ramp' && { heights: { a: 0.8 } }), props: [line] }, name).picture
}

const all = Object.entries(scenePropKinds).map(([name, prop]) => {
  const line = toLine(name, prop)
  return { name, about: scenePropDescriptions[name], line, picture: toPicture(name, line) }
})

interface PropPickerProps {
  subject: Subject
  /** Adds the line of a prop to the scene in the editor. */
  onAdd: (line: string, name: string) => void
}

/** Lists every prop with its picture, its line and its description, and every colour. */
export const ScenePropPicker = ({ subject, onAdd }: PropPickerProps) => (
  <>
    <h2 id="props">Props</h2>
    <ul className="desk-props">
      {all.map(({ name, about, line, picture }) => (
        <li key={name} className="card">
          {picture && <Scene picture={picture} subject={subject} />}
          <h3>{name}</h3>
          <p className="soft">{about}</p>
          <p>
            <code>{line}</code>
          </p>
          <QuietButton onClick={() => onAdd(line, name)} about={`a ${name}`}>
            Add
          </QuietButton>
        </li>
      ))}
    </ul>
    <h2 id="colours">Colours</h2>
    <p>
      Tiles and props: <code>{scenePropColourNames.join(', ')}</code>. Tiles also:{' '}
      <code>{tileColourNames.filter((name) => !scenePropColourNames.includes(name)).join(', ')}</code>.{' '}
      <code>page</code> is the colour of the page.
    </p>
  </>
)
