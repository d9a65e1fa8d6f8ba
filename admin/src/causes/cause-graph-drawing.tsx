import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';
import Add from '@mui/icons-material/Add';
import FitScreen from '@mui/icons-material/FitScreen';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CauseDetails } from './cause-details.tsx';
import { causeLooks } from './cause-kinds.ts';
import {
  type Direction,
  draw,
  type Drawing,
  fitted,
  neighbour,
  NODE_HEIGHT_PX,
  NODE_WIDTH_PX,
} from './cause-layout.ts';
import { causeLabel, causeName, causeRequest, eventPath } from './cause-texts.ts';

const ZOOM_LEAST = 0.2;
const ZOOM_MOST = 1.5;
const ZOOM_STEP = 1.25;
const REGION_MAX_PX = 520;
const LABEL_WIDTH_PX = NODE_WIDTH_PX - 64;
const LABEL_PX = 13;

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface Props {
  nodes: readonly CauseNode[];
  edges: readonly CauseEdge[];
  /** The position that was asked for. */
  asked: string;
}

/** The graph as a drawing that is scrolled in a region of its own and walked by the arrow keys. */
export default function CauseDrawing({ nodes, edges, asked }: Props) {
  const drawing = useMemo(() => draw(nodes, edges), [nodes, edges]);
  const askedId = nodes.find(({ event }) => event === asked)?.id ?? nodes[0]?.id;
  const [pointed, setPointed] = useState<string>();
  const [last, setFocused] = useState(askedId);
  // The graph grows while somebody walks it, and may lose where they were: they go on from the asked event then.
  const focused = nodes.some(({ id }) => id === last) ? last : askedId;
  const [zoom, setZoom] = useState(1);
  const region = useRef<HTMLDivElement>(null);
  const isWalked = useRef(false);

  const showing = pointed ?? focused;
  const shown = nodes.find(({ id }) => id === showing) ?? nodes.find(({ id }) => id === askedId);

  /** All of it, as far as that can be. */
  const fit = () => {
    const { clientWidth = 0 } = region.current ?? {};
    if (clientWidth > 0)
      setZoom(clamp(Math.min(clientWidth / drawing.width, REGION_MAX_PX / drawing.height), ZOOM_LEAST, 1));
  };
  useLayoutEffect(() => {
    fit();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each drawing
  }, [drawing]);
  useLayoutEffect(() => setFocused(askedId), [askedId]);
  useLayoutEffect(() => {
    // What was moved to another place among the others has lost the keyboard.
    if (isWalked.current && document.activeElement === document.body) {
      nodeIn(region.current, focused)?.focus({ preventScroll: true });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each drawing
  }, [drawing]);

  // The asked event stands in the middle at first, and stays in view however far it is zoomed.
  useEffect(() => {
    const place = drawing.nodes.find(({ node }) => node.id === askedId);
    if (!place || !region.current) return;
    const { clientWidth, clientHeight } = region.current;
    region.current.scrollTo({
      left: (place.x + NODE_WIDTH_PX / 2) * zoom - clientWidth / 2,
      top: (place.y + NODE_HEIGHT_PX / 2) * zoom - clientHeight / 2,
    });
  }, [drawing, askedId, zoom]);

  function move(event: KeyboardEvent<SVGSVGElement>) {
    const direction = arrows[event.key];
    if (!direction || focused === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nodeIn(event.currentTarget, neighbour(drawing, focused, direction))?.focus();
  }

  return (
    <Stack spacing={1}>
      <Box
        ref={region}
        onFocus={() => (isWalked.current = true)}
        onBlur={({ relatedTarget }) => (isWalked.current &&= relatedTarget === null)}
        role="region"
        aria-label="Graph of causes, scrolled by itself"
        tabIndex={0}
        sx={{
          overflow: 'auto',
          maxHeight: REGION_MAX_PX,
          minHeight: 160,
          display: 'flex',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.default',
        }}
      >
        <Picture
          drawing={drawing}
          zoom={zoom}
          askedId={askedId}
          focused={focused}
          onFocus={setFocused}
          onPoint={setPointed}
          onKeyDown={move}
        />
      </Box>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{shown && <CauseDetails node={shown} isAsked={shown.id === askedId} />}</Box>
        <Zoom onFit={fit} onZoom={(factor) => setZoom((now) => clamp(now * factor, ZOOM_LEAST, ZOOM_MOST))} />
      </Stack>
    </Stack>
  );
}

function Zoom({ onFit, onZoom }: { onFit: () => void; onZoom: (factor: number) => void }) {
  return (
    <Stack direction="row" role="group" aria-label="Zoom" sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <IconButton size="small" aria-label="Smaller" title="Smaller" onClick={() => onZoom(1 / ZOOM_STEP)}>
        <Remove fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label="Larger" title="Larger" onClick={() => onZoom(ZOOM_STEP)}>
        <Add fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label="Show all of it" title="Show all of it" onClick={onFit}>
        <FitScreen fontSize="small" />
      </IconButton>
    </Stack>
  );
}

interface PictureProps {
  drawing: Drawing;
  zoom: number;
  askedId: string | undefined;
  focused: string | undefined;
  onFocus: (id: string) => void;
  onPoint: (id: string | undefined) => void;
  onKeyDown: (event: KeyboardEvent<SVGSVGElement>) => void;
}

function Picture({ drawing, zoom, askedId, focused, onFocus, onPoint, onKeyDown }: PictureProps) {
  const head = useId();
  const { width, height, nodes, edges } = drawing;
  return (
    <Box
      component="svg"
      role="group"
      aria-label="Causes at the left, what came of them at the right. Arrow keys go from one to the next."
      width={width * zoom}
      height={height * zoom}
      viewBox={`0 0 ${width} ${height}`}
      onKeyDown={onKeyDown}
      sx={{
        flexShrink: 0,
        m: 'auto',
        display: 'block',
        color: 'text.primary',
        '& text': { fill: 'currentColor', fontSize: LABEL_PX },
        '& a, & g': { outline: 'none' },
      }}
    >
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="9"
          markerHeight="9"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <Box component="path" d="M0,0L8,4L0,8Z" sx={{ fill: 'currentColor', color: 'text.secondary' }} />
        </marker>
      </defs>
      <Box component="g" aria-hidden sx={{ fill: 'none', stroke: 'currentColor', color: 'text.secondary' }}>
        {edges.map(({ from, to, path }) => (
          <path
            key={`${from} ${to}`}
            d={path}
            strokeWidth={from === focused || to === focused ? 2 : 1.25}
            markerEnd={`url(#${head})`}
          />
        ))}
      </Box>
      {nodes.map(({ node, x, y }) => {
        const { id } = node;
        const isAsked = id === askedId;
        const common = {
          'data-node': id,
          tabIndex: id === focused ? 0 : -1,
          onFocus: () => onFocus(id),
          onMouseEnter: () => onPoint(id),
          onMouseLeave: () => onPoint(undefined),
        };
        const body = (
          <>
            <title>{causeName(node, isAsked)}</title>
            <NodeBody node={node} isAsked={isAsked} />
          </>
        );
        return (
          <g key={id} transform={`translate(${x},${y})`}>
            {node.event === null ? (
              <g role="img" {...common}>
                {body}
              </g>
            ) : (
              <Link to={eventPath(node.event)} {...common} {...(isAsked && { 'aria-current': 'true' })}>
                {body}
              </Link>
            )}
          </g>
        );
      })}
    </Box>
  );
}

function NodeBody({ node, isAsked }: { node: CauseNode; isAsked: boolean }) {
  const { word, icon: Icon, color, outline } = causeLooks[node.kind];
  return (
    <Box
      component="g"
      sx={{
        '& > path': {
          fill: (theme) => theme.palette.background.paper,
          stroke: 'currentColor',
          strokeWidth: isAsked ? 3 : 1.25,
          color: isAsked ? 'primary.main' : color,
        },
        'a:hover > & > path': { fill: (theme) => theme.palette.action.selected },
        ':focus-visible > & > path': { strokeWidth: 3, strokeDasharray: isAsked ? '6 3' : 'none' },
      }}
    >
      <path d={outline(NODE_WIDTH_PX, NODE_HEIGHT_PX)} />
      <Icon x={18} y={18} width={20} height={20} sx={{ color }} />
      {/* An inner drawing cuts off what stands out. */}
      <svg x={46} width={NODE_WIDTH_PX - 62} height={NODE_HEIGHT_PX}>
        <Box component="text" y={23} sx={{ '&&': { fontSize: 11 }, color: 'text.secondary' }}>
          {[word, causeRequest(node), isAsked ? 'this event' : ''].filter((part) => part !== '').join(' · ')}
        </Box>
        <Box component="text" y={41} sx={{ fontWeight: isAsked ? 600 : 400 }}>
          {fitted(causeLabel(node), LABEL_WIDTH_PX, isAsked ? measureBold : measure)}
        </Box>
      </svg>
    </Box>
  );
}

const pen = document.createElement('canvas').getContext('2d');
const measureAs = (weight: number) => (text: string) => {
  if (!pen) return text.length * LABEL_PX * 0.55;
  pen.font = `${weight} ${LABEL_PX}px 'Inter Variable', system-ui, sans-serif`;
  return pen.measureText(text).width;
};
const measure = measureAs(400);
const measureBold = measureAs(600);

const nodeIn = (within: Element | null, id: string | undefined): SVGElement | undefined =>
  within?.querySelector<SVGElement>(`[data-node="${CSS.escape(id ?? '')}"]`) ?? undefined;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
