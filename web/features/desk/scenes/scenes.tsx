import { DeskPageFrame } from '../lists/desk-page.tsx'
import { SceneEditor } from './scene-editor.tsx'

/** The desk page of scenes. */
export const Screen = () => (
  <DeskPageFrame at="/desk/scenes" title="Scenes">
    <SceneEditor />
  </DeskPageFrame>
)
