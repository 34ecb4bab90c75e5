import { describe, expect, it } from 'vitest';
import { createPrices, moneyOf } from './prices.ts';

const OWN = { amount: 0.2, currency: 'CHF' };
const SERVICE = { amount: 0.5, currency: 'EUR' };
const prices = (own: typeof OWN | undefined, service: typeof SERVICE | undefined) =>
  createPrices({ findPrice: async () => own, setPrice: async () => {} }, service).of('ws_1');

describe('the price of a credit', () => {
  it('is the workspace’s, else the service’s, else nobody’s', async () => {
    expect(await prices(OWN, SERVICE)).toEqual({ ...OWN, setBy: 'workspace' });
    expect(await prices(undefined, SERVICE)).toEqual({ ...SERVICE, setBy: 'service' });
    expect(await prices(undefined, undefined)).toBeUndefined();
  });
});

describe('moneyOf', () => {
  it('is exact to nine places', () => {
    expect(moneyOf(0.3, { amount: 0.1, currency: 'EUR' })).toEqual({ money: 0.03 });
    expect(moneyOf(2, SERVICE)).toEqual({ money: 1 });
  });

  it('is nothing where a credit has no price', () => {
    expect(moneyOf(2, undefined)).toBeUndefined();
  });
});
