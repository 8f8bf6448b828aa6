import { DeskGate } from './desk-gate.tsx'

/** `/desk/tools`. */
export const Screen = () => <DeskGate page="tools" />
