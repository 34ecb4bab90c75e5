/** The deliveries of one endpoint are a lane: what hangs there holds up nobody else. There is one endpoint per scope. */
export { laneOf as deliveryLaneOf, scopeOfLane } from '../runs/lane.ts';

export const DELIVERY_JOBS = 'delivery';
