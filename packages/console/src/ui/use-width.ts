import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is, in pixels: charts are drawn as wide as their place, so that their text keeps its size. */
export function useWidth<Shown extends HTMLElement>(assumed: number): [RefObject<Shown | null>, number] {
  const ref = useRef<Shown>(null);
  const [width, setWidth] = useState(assumed);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(160, Math.round(element.clientWidth)) || assumed);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [assumed]);
  return [ref, width];
}
