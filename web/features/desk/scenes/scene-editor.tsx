import { useDeferredValue, useMemo, useState } from 'react'
import { stringify } from 'yaml'
import { useAction } from '../../../api/use-action.ts'
import { COPY_REFUSED_MESSAGE, copyText } from '../../../device/copy-text.ts'
import type { ScenePicture } from '../../../look/picture.ts'
import { Scene } from '../../../look/scene.tsx'
import { type Subject, subjectTileColours } from '../../../look/subjects.ts'
import { generateSceneSource } from '../../../scenes/generated-scene.ts'
import { buildScenePictureFromYaml, type SceneTextProblem } from '../../../scenes/scene-text.ts'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextareaField } from '../../../ui/form/textarea-field.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ScenePropPicker } from './prop-picker.tsx'
import '../../../ui/ui.css'
import '../desk.css'
import './scenes.css'

const example = `tiles: |
  aaaa.
  aaaaa
  aaaaa
  .aaaa
props:
  - rail from 0 0 to 4 0
  - tree at 1.4 1.2
  - gem ruby at 3.4 0.6
  - marble at 3.4 2.4
`

/** Serializes a scene as YAML, in the style in which an author would write it. */
const writeScene = (scene: object): string => stringify(scene, { lineWidth: 0, defaultStringType: 'PLAIN' })

/** Appends the line of a prop, such as a tree, to the YAML of a scene. Adds the key `props` when it is missing. */
function addProp(text: string, line: string): string {
  const end = text.trimEnd()
  return `${/^props:/m.test(end) ? end : `${end}\nprops:`}\n  - ${line}\n`
}

/** An editor for trying out a scene: its text, its picture and its problems, above the list of all props. */
export function SceneEditor() {
  const [text, setText] = useState(example)
  const [subject, setSubject] = useState<Subject>('gaming')
  const [title, setTitle] = useState('')
  const action = useAction()
  const late = useDeferredValue(text)
  const read = useMemo(
    () => buildScenePictureFromYaml(late, 'try', /^scene:/m.test(late) ? 'scene' : undefined),
    [late],
  )
  const [shown, setShown] = useState<ScenePicture | undefined>(read.picture)
  if (read.picture && read.picture !== shown) setShown(read.picture)

  const copy = () =>
    action.perform({
      run: async () => ((await copyText(toFrontMatter(text))) ? undefined : COPY_REFUSED_MESSAGE),
      done: 'The scene is copied. Paste it into the front matter of a page.',
    })
  const make = () => {
    setText(writeScene(generateSceneSource(title)))
    action.setMessage('This is the scene of a page with that title and none of its own.')
  }
  const add = (line: string, name: string) => {
    setText((before) => addProp(before, line))
    action.setMessage(`A ${name} is added to the text. Change its place there.`)
  }

  return (
    <>
      <p className="work-lead">
        Write a scene and see it. Nothing here is stored: copy the text into the front matter of a page, below its
        title.
      </p>
      <div className="split desk-scene">
        <div className="stack">
          <TextareaField
            label="Scene"
            rows={14}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={read.problems.length > 0 ? 'The picture shows the last text without a problem.' : undefined}
          />
          {read.problems.length > 0 && <ProblemList problems={read.problems} />}
          <div className="row">
            <QuietButton kind="main" onClick={copy} aria-disabled={read.problems.length > 0}>
              Copy the scene
            </QuietButton>
          </div>
          <ActionOutcome {...action} />
        </div>
        <div className="stack">
          <div className="inset desk-scene-picture">{shown && <Scene picture={shown} subject={subject} />}</div>
          <SelectField
            label="Colour of the page"
            value={subject}
            options={Object.keys(subjectTileColours).map((name) => [name, name])}
            onChange={(event) => setSubject(event.target.value as Subject)}
          />
          <form
            className="desk-scene-title"
            onSubmit={(event) => {
              event.preventDefault()
              make()
            }}
          >
            <Field
              name="title"
              label="Title of a page"
              hint="A page without a scene gets one that is made from its title."
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            >
              <QuietButton type="submit">Make a scene</QuietButton>
            </Field>
          </form>
        </div>
      </div>
      <ScenePropPicker onAdd={add} subject={subject} />
    </>
  )
}

const ProblemList = ({ problems }: { problems: SceneTextProblem[] }) => (
  <ul className="desk-scene-problems" role="status">
    {problems.map(({ line, message }) => (
      <li key={`${line} ${message}`}>
        <b>Line {line}</b> {message}
      </li>
    ))}
  </ul>
)

/** Puts the text of a scene under the front matter key `scene`. */
const toFrontMatter = (text: string): string =>
  /^scene:/m.test(text)
    ? text
    : `scene:\n${text
        .trimEnd()
        .split('\n')
        .map((line) => (line ? `  ${line}` : line))
        .join('\n')}\n`
