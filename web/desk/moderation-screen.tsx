import { DeskGate } from './desk-gate.tsx'

/** `/desk/moderation`. */
export const Screen = () => <DeskGate page="moderation" />
