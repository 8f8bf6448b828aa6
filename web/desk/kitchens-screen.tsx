import { DeskGate } from './desk-gate.tsx'

/** `/desk/kitchens`. */
export const Screen = () => <DeskGate page="kitchens" />
