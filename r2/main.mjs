// ../wt/truth/app/games/game.ts
var otherSeat = (seat) => seat === 0 ? 1 : 0;
/** `play` was given a move that the rules forbid. `message` gives the reason, fit for the screen. */
var IllegalMove = class extends Error {
	name = "IllegalMove";
};
/** A text cannot be read as a move, a list of moves, a position or a setup. `message` says why. */
var BadNotation = class extends Error {
	name = "BadNotation";
};
/** Quotes a text for use in a sentence, shortened if it is long. */
function quote(text) {
	return text.length > 24 ? `"${text.slice(0, 20)}…"` : `"${text}"`;
}
// ../wt/truth/app/games/setup.ts
/** A field's default value; `earlier` has the fields declared before it. */
var defaultOf = (field, earlier) => typeof field.default === "number" ? field.default : field.default(earlier);
/**
* The setup with missing fields set to their defaults.
* @throws BadNotation naming the field that is unknown, not an integer, or beyond what the rules allow
*/
function completeSetup(fields, setup = {}) {
	for (const id of Object.keys(setup)) if (!fields.some((field) => field.id === id)) throw new BadNotation(`there is no setting "${id}"; there is ${fields.map((field) => field.id).join(", ") || "none"}`);
	const complete = {};
	for (const field of fields) {
		const value = setup[field.id] ?? defaultOf(field, complete);
		if (typeof value !== "number" || !Number.isInteger(value)) throw new BadNotation(`${field.id} must be a whole number, not ${String(value)}`);
		if (value < field.min || value > field.max) throw new BadNotation(`${field.id} must be from ${field.min} to ${field.max}, not ${value}`);
		if ((value - field.min) % field.step !== 0) throw new BadNotation(`${field.id} goes from ${field.min} in steps of ${field.step}; ${value} is none`);
		complete[field.id] = value;
	}
	return complete;
}
/** 1 to 4: the orientation and the owner of the wall. */
var wallOf = (orientation, owner) => 1 + orientation + 2 * owner;
var isWall = (wall, orientation) => wall !== 0 && (wall - 1 & 1) === orientation;
var orientationOf = (wall) => wall - 1 & 1;
var ownerOf = (wall) => wall - 1 >> 1;
var rowOf = (size, cell) => Math.floor(cell / size);
var columnOf = (size, cell) => cell % size;
/** A seat's goal row: rank 1 for Black, the last rank for White. */
var goalRow = (size, seat) => seat === 0 ? 0 : size - 1;
/** The middle of the row opposite the goal. */
var startCell = (size, seat) => (size - 1 - goalRow(size, seat)) * size + (size - 1) / 2;
var LETTERS = 26;
/** The numbers of moves: first the cells, then two for each centre, then the vertices outside the board. */
var pawnMove = (cell) => cell;
var wallMove = (size, centre, orientation) => size * size + 2 * centre + orientation;
var outsideFrom = (size) => size * size + 2 * (size - 1) * (size - 1);
/** Null if the number is not a move on any board. */
function readMove(size, move) {
	if (!Number.isInteger(move) || move < 0) return null;
	if (move < size * size) return {
		kind: "pawn",
		cell: move
	};
	const wall = move - size * size;
	const outside = move - outsideFrom(size);
	if (outside < 0) return {
		kind: "wall",
		centre: wall >> 1,
		orientation: wall & 1
	};
	if (outside >= 7800) return null;
	const vertex = Math.floor(outside / 3);
	const column = vertex % LETTERS;
	const rank = Math.floor(vertex / LETTERS);
	const orientation = outside % 3 === 2 ? null : outside % 3;
	return moveAt(size, column, rank, orientation) === move ? {
		kind: "outside",
		column,
		rank,
		orientation
	} : null;
}
/**
* The move at a vertex: `column` counted from 0 (A) to 25, `rank` as written, 0 to 99; a null orientation is a pawn
* move.
*/
function moveAt(size, column, rank, orientation) {
	if (orientation === null) {
		if (column < size && rank >= 1 && rank <= size) return pawnMove((rank - 1) * size + column);
	} else if (column < size - 1 && rank >= 2 && rank <= size) return wallMove(size, (rank - 2) * (size - 1) + column, orientation);
	return outsideFrom(size) + 3 * (rank * LETTERS + column) + (orientation ?? 2);
}
var columnText = (column) => String.fromCharCode(97 + column);
/** `e8` */
var cellText = (size, cell) => `${columnText(columnOf(size, cell))}${rowOf(size, cell) + 1}`;
/** The vertex of a wall: the cell north-west of its centre. */
var vertexText = (size, centre) => `${columnText(centre % (size - 1))}${Math.floor(centre / (size - 1)) + 2}`;
var orientationText = (orientation) => orientation === 0 ? "h" : "v";
/** `e2h` */
var wallText = (size, centre, orientation) => vertexText(size, centre) + orientationText(orientation);
/** `e8`, `e2h`, and vertices outside the board as written. */
function moveText$1(size, move) {
	const meant = readMove(size, move);
	switch (meant?.kind) {
		case "pawn": return cellText(size, meant.cell);
		case "wall": return wallText(size, meant.centre, meant.orientation);
		case "outside": {
			const turned = meant.orientation === null ? "" : orientationText(meant.orientation);
			return `${columnText(meant.column)}${meant.rank}${turned}`;
		}
		case void 0: return String(move);
	}
}
var SEATS = [{
	name: "Black",
	token: "B",
	colour: "dark",
	piece: "pawn"
}, {
	name: "White",
	token: "W",
	colour: "light",
	piece: "pawn"
}];
/** The largest number that the protocol can carry; no board holds more than 576. */
var MAX_WALLS = 2 ** 31 - 1;
/** A side's default number of walls: 0, 3, 6, 10, 13 … for 3, 5, 7, 9, 11 … */
var defaultWalls = (size) => Math.max(0, Math.floor((7 * size - 23) / 4));
/** @throws RangeError unless the size is odd and from 3 to 25 */
function initial(size, walls) {
	if (!Number.isInteger(size) || size < 3 || size > 25 || size % 2 === 0) throw new RangeError(`no board of ${size} x ${size}`);
	return {
		size,
		pawns: [startCell(size, 0), startCell(size, 1)],
		walls: new Uint8Array((size - 1) * (size - 1)),
		wallsLeft: [walls, walls],
		mover: 0
	};
}
/** The number of walls on the board by side. */
function wallsPlaced({ walls }) {
	const placed = [0, 0];
	for (const wall of walls) if (wall !== 0) placed[ownerOf(wall)]++;
	return placed;
}
/** The side that has reached its goal. If both have, which no game leads to, it is the side that moved last. */
function winnerOf({ size, pawns, mover }) {
	const last = otherSeat(mover);
	if (rowOf(size, pawns[last]) === goalRow(size, last)) return last;
	return rowOf(size, pawns[mover]) === goalRow(size, mover) ? mover : null;
}
function result(position) {
	const winner = winnerOf(position);
	return winner === null ? null : {
		kind: "win",
		winner,
		reason: "goal row reached"
	};
}
// ../wt/truth/app/games/quoridor/geometry.ts
var MARGIN = .15;
var CELL = .76;
var WALL = .2;
/** The thickness of a wall's area: wider than its groove, so that a pointer finds it on any board. */
var REACH = .36;
/** Around the outermost cells; it contains the goal lines. */
var RIM = .08;
/** From the outermost cells to the goal lines. */
var EDGE = .02;
/** The strip of labels at the left and below: wider if cells are small and ranks have two digits. */
var labelStrip = (size) => .4 + .02 * size;
var topLeft = (size) => ({
	x: labelStrip(size),
	y: .22999999999999998
});
var cellPoint = (size, cell) => ({
	x: topLeft(size).x + columnOf(size, cell) + .5,
	y: topLeft(size).y + (size - 1 - rowOf(size, cell)) + .5
});
var centrePoint = (size, centre) => ({
	x: topLeft(size).x + centre % (size - 1) + 1,
	y: topLeft(size).y + (size - 1 - Math.floor(centre / (size - 1)))
});
var CELL_SHAPE = {
	kind: "rect",
	width: CELL,
	height: CELL,
	radius: .07
};
/** The part of a cell that the areas of walls leave: larger at the edge, where there are no walls. */
function cellAreaShape(size, cell) {
	const near = .5 - REACH / 2;
	const [column, row] = [columnOf(size, cell), rowOf(size, cell)];
	const [left, right] = [column === 0 ? .5 : near, column === size - 1 ? .5 : near];
	const [up, down] = [row === size - 1 ? .5 : near, row === 0 ? .5 : near];
	return {
		kind: "polygon",
		points: [
			{
				x: -left,
				y: -up
			},
			{
				x: right,
				y: -up
			},
			{
				x: right,
				y: down
			},
			{
				x: -left,
				y: down
			}
		]
	};
}
var LENGTH = 1.76;
var WALL_SHAPES = [{
	kind: "rect",
	width: LENGTH,
	height: WALL,
	radius: .06
}, {
	kind: "rect",
	width: WALL,
	height: LENGTH,
	radius: .06
}];
var wallShape = (orientation) => WALL_SHAPES[orientation];
var cellShape = () => CELL_SHAPE;
/** Two halves that meet in the middle of the crossing, `before` and `after` it along the groove. */
function wallArea(orientation, before, after) {
	const h = REACH / 2;
	const along = [
		{
			x: -before,
			y: -.18
		},
		{
			x: -.18,
			y: -.18
		},
		{
			x: 0,
			y: 0
		},
		{
			x: h,
			y: -.18
		},
		{
			x: after,
			y: -.18
		},
		{
			x: after,
			y: h
		},
		{
			x: h,
			y: h
		},
		{
			x: 0,
			y: 0
		},
		{
			x: -.18,
			y: h
		},
		{
			x: -before,
			y: h
		}
	];
	return {
		kind: "polygon",
		points: orientation === 0 ? along : along.map(({ x, y }) => ({
			x: y,
			y: x
		}))
	};
}
function wallAreas(size, centre) {
	const last = size - 2;
	const column = centre % (size - 1);
	const row = Math.floor(centre / (size - 1));
	const [west, east] = [columnText(column), columnText(column + 1)];
	const [north, south] = [row + 2, row + 1];
	const turns = {
		h: wallText(size, centre, 0),
		v: wallText(size, centre, 1)
	};
	const at = centrePoint(size, centre);
	return [0, 1].map((orientation) => {
		const text = wallText(size, centre, orientation);
		const across = orientation === 0;
		const [before, after] = across ? [column === 0, column === last] : [row === last, row === 0];
		const between = across ? `between ${west}${north} ${east}${north} and ${west}${south} ${east}${south}` : `between ${west}${north} ${west}${south} and ${east}${north} ${east}${south}`;
		return {
			id: text,
			...at,
			name: `${across ? "horizontal" : "vertical"} wall ${text}, ${between}`,
			shape: wallArea(orientation, before ? 1 : .5, after ? 1 : .5),
			ghost: wallShape(orientation),
			layer: across ? "horizontal walls" : "vertical walls",
			turns
		};
	});
}
/**
* Keys lead from a cell to the walls that it names (it is their north-west neighbour), or to the nearest ones at an
* edge.
*/
function cellArea(size, cell) {
	const column = Math.min(columnOf(size, cell), size - 2);
	const centre = (Math.max(rowOf(size, cell), 1) - 1) * (size - 1) + column;
	const name = cellText(size, cell);
	return {
		id: name,
		...cellPoint(size, cell),
		name,
		shape: cellAreaShape(size, cell),
		layer: "cells",
		turns: {
			h: wallText(size, centre, 0),
			v: wallText(size, centre, 1)
		}
	};
}
function geometry(setup) {
	const size = setup["size"];
	const strip = labelStrip(size);
	const spots = [];
	const areas = [];
	const labels = [];
	const { x: left, y: top } = topLeft(size);
	for (let row = size - 1; row >= 0; row--) {
		const look = row === goalRow(size, 0) ? "goal-0" : row === goalRow(size, 1) ? "goal-1" : "cell";
		for (let column = 0; column < size; column++) {
			const cell = row * size + column;
			const name = cellText(size, cell);
			spots.push({
				id: `cell-${name}`,
				name,
				...cellPoint(size, cell),
				shape: CELL_SHAPE,
				look
			});
			areas.push(cellArea(size, cell));
		}
	}
	for (let centre = 0; centre < (size - 1) * (size - 1); centre++) areas.push(...wallAreas(size, centre));
	const bottom = top + size + RIM;
	for (let at = 0; at < size; at++) {
		labels.push({
			x: left + at + .5,
			y: bottom + strip / 2,
			text: columnText(at)
		});
		labels.push({
			x: (strip - RIM) / 2,
			y: top + size - at - .5,
			text: String(at + 1)
		});
	}
	const side = size + 2 * RIM;
	return {
		width: left + size + RIM + MARGIN,
		height: bottom + strip,
		plates: [{
			x: left + size / 2,
			y: top + size / 2,
			shape: {
				kind: "rect",
				width: side,
				height: side,
				radius: .12
			},
			look: "grooves"
		}],
		lines: [0, 1].map((seat) => {
			const y = goalRow(size, seat) === 0 ? top + size + EDGE : top - EDGE;
			return {
				from: {
					x: left + .12,
					y
				},
				to: {
					x: left + size - .12,
					y
				},
				look: `goal-${seat}`
			};
		}),
		spots,
		areas,
		labels,
		labelSize: strip * .78
	};
}
// ../wt/truth/app/games/line.ts
/** Runs `work` for one ply, counted from 1, and adds the ply to what it throws. @throws IllegalMove | BadNotation */
function atPly(ply, work) {
	try {
		return work();
	} catch (error) {
		if (error instanceof IllegalMove) throw new IllegalMove(`ply ${ply}: ${error.message}`);
		if (error instanceof BadNotation) throw new BadNotation(`ply ${ply}: ${error.message}`);
		throw error;
	}
}
/** The longest list of moves that is read, in characters: about 25 000 plies. */
var MAX_MOVES_TEXT = 1e5;
/**
* Reads moves that are separated by blanks or commas, playing each before it reads the next.
* @throws BadNotation | IllegalMove naming the ply, counted from 1
*/
function parseMoveList({ parseMove, play }, start, text) {
	if (text.length > MAX_MOVES_TEXT) throw new BadNotation(`${text.length} characters are more than any list of moves has`);
	let position = start;
	return text.split(/[\s,]+/).filter((word) => word !== "").map((word, index) => atPly(index + 1, () => {
		const move = parseMove(position, word);
		position = play(position, move);
		return move;
	}));
}
var Maze = class {
	size;
	/** By cell, the directions barred by a wall or by the edge. Read only. */
	barred;
	/**
	* By point of the grid, (size + 1)² from the south-west corner on: the number of walls with an end or their middle
	* there; the edge counts as one. Read only.
	*/
	touched;
	#open;
	#openPoints;
	/** By cell, the number of the last walk that visited it. */
	#seen;
	#queue;
	#from;
	#walk = 0;
	constructor(size) {
		this.size = size;
		const cells = size * size;
		this.#open = new Uint8Array(cells);
		this.#openPoints = new Uint8Array((size + 1) * (size + 1));
		for (let at = 0; at < size; at++) {
			this.#open[at] |= 4;
			this.#open[cells - size + at] |= 1;
			this.#open[at * size] |= 8;
			this.#open[at * size + size - 1] |= 2;
		}
		for (let at = 0; at <= size; at++) for (const point of [
			at,
			size * (size + 1) + at,
			at * (size + 1),
			at * (size + 1) + size
		]) this.#openPoints[point] = 1;
		this.barred = this.#open.slice();
		this.touched = this.#openPoints.slice();
		this.#seen = new Uint32Array(cells);
		this.#queue = new Uint16Array(cells);
		this.#from = new Uint16Array(cells);
	}
	/** Replaces the walls by these, for the same board size. */
	load(walls) {
		this.barred.set(this.#open);
		this.touched.set(this.#openPoints);
		for (let centre = 0; centre < walls.length; centre++) {
			const wall = walls[centre];
			if (wall !== 0) this.put(centre, orientationOf(wall));
		}
	}
	/** Adds a wall that neither crosses nor overlaps another. */
	put(centre, orientation) {
		const { size, barred } = this;
		const cell = centre + Math.floor(centre / (size - 1));
		if (orientation === 0) {
			barred[cell] |= 1;
			barred[cell + 1] |= 1;
			barred[cell + size] |= 4;
			barred[cell + size + 1] |= 4;
		} else {
			barred[cell] |= 2;
			barred[cell + size] |= 2;
			barred[cell + 1] |= 8;
			barred[cell + size + 1] |= 8;
		}
		this.#touch(centre, orientation, 1);
	}
	/** Removes a wall. */
	lift(centre, orientation) {
		const { size, barred } = this;
		const cell = centre + Math.floor(centre / (size - 1));
		if (orientation === 0) {
			barred[cell] &= -2;
			barred[cell + 1] &= -2;
			barred[cell + size] &= -5;
			barred[cell + size + 1] &= -5;
		} else {
			barred[cell] &= -3;
			barred[cell + size] &= -3;
			barred[cell + 1] &= -9;
			barred[cell + size + 1] &= -9;
		}
		this.#touch(centre, orientation, -1);
	}
	#touch(centre, orientation, by) {
		const point = this.pointOf(centre);
		const step = orientation === 0 ? 1 : this.size + 1;
		this.touched[point - step] += by;
		this.touched[point] += by;
		this.touched[point + step] += by;
	}
	/** The index in `touched` of a wall's middle. */
	pointOf(centre) {
		const { size } = this;
		const row = Math.floor(centre / (size - 1));
		return (row + 1) * (size + 1) + (centre - row * (size - 1)) + 1;
	}
	/**
	* Whether a new wall could close a path: it must touch other walls or the edge at two of its three points, the ends
	* and the middle. A path can go around a wall that touches them at fewer.
	*/
	couldClose(centre, orientation) {
		const { touched } = this;
		const point = this.pointOf(centre);
		const step = orientation === 0 ? 1 : this.size + 1;
		const ends = (touched[point - step] === 0 ? 0 : 1) + (touched[point + step] === 0 ? 0 : 1);
		return ends === 2 || ends === 1 && touched[point] !== 0;
	}
	#begin() {
		if (this.#walk === 4294967295) {
			this.#seen.fill(0);
			this.#walk = 0;
		}
		return ++this.#walk;
	}
	/** Whether a path leads from a cell to a row; pawns bar nothing. */
	reaches(from, row) {
		const { size, barred } = this;
		const seen = this.#seen;
		const stack = this.#queue;
		const walk = this.#begin();
		const first = row * size;
		const end = first + size;
		const upwards = from < first;
		let height = 0;
		stack[height++] = from;
		seen[from] = walk;
		while (height > 0) {
			const cell = stack[--height];
			if (cell >= first && cell < end) return true;
			const bars = barred[cell];
			if ((bars & (upwards ? 4 : 1)) === 0) {
				const next = upwards ? cell - size : cell + size;
				if (seen[next] !== walk) {
					seen[next] = walk;
					stack[height++] = next;
				}
			}
			if ((bars & 8) === 0 && seen[cell - 1] !== walk) {
				seen[cell - 1] = walk;
				stack[height++] = cell - 1;
			}
			if ((bars & 2) === 0 && seen[cell + 1] !== walk) {
				seen[cell + 1] = walk;
				stack[height++] = cell + 1;
			}
			if ((bars & (upwards ? 1 : 4)) === 0) {
				const next = upwards ? cell + size : cell - size;
				if (seen[next] !== walk) {
					seen[next] = walk;
					stack[height++] = next;
				}
			}
		}
		return false;
	}
	/** A shortest path from a cell to a row, both ends included; null if none. */
	path(start, row) {
		const { size, barred } = this;
		const seen = this.#seen;
		const queue = this.#queue;
		const from = this.#from;
		const walk = this.#begin();
		const first = row * size;
		const end = first + size;
		let head = 0;
		let tail = 0;
		queue[tail++] = start;
		seen[start] = walk;
		while (head < tail) {
			const cell = queue[head++];
			if (cell >= first && cell < end) {
				const path = [cell];
				for (let at = cell; at !== start;) {
					at = from[at];
					path.push(at);
				}
				return path.reverse();
			}
			const bars = barred[cell];
			if ((bars & 1) === 0 && seen[cell + size] !== walk) {
				seen[cell + size] = walk;
				from[cell + size] = cell;
				queue[tail++] = cell + size;
			}
			if ((bars & 4) === 0 && seen[cell - size] !== walk) {
				seen[cell - size] = walk;
				from[cell - size] = cell;
				queue[tail++] = cell - size;
			}
			if ((bars & 2) === 0 && seen[cell + 1] !== walk) {
				seen[cell + 1] = walk;
				from[cell + 1] = cell;
				queue[tail++] = cell + 1;
			}
			if ((bars & 8) === 0 && seen[cell - 1] !== walk) {
				seen[cell - 1] = walk;
				from[cell - 1] = cell;
				queue[tail++] = cell - 1;
			}
		}
		return null;
	}
	/** Fills `steps` (one per cell) with the distance from each cell to a row; 0xffff if no path leads there. */
	distances(row, steps) {
		const { size, barred } = this;
		const queue = this.#queue;
		steps.fill(65535);
		let tail = 0;
		for (let cell = row * size; cell < (row + 1) * size; cell++) {
			steps[cell] = 0;
			queue[tail++] = cell;
		}
		for (let head = 0; head < tail; head++) {
			const cell = queue[head];
			const bars = barred[cell];
			const next = steps[cell] + 1;
			if ((bars & 1) === 0 && steps[cell + size] > next) {
				steps[cell + size] = next;
				queue[tail++] = cell + size;
			}
			if ((bars & 4) === 0 && steps[cell - size] > next) {
				steps[cell - size] = next;
				queue[tail++] = cell - size;
			}
			if ((bars & 2) === 0 && steps[cell + 1] > next) {
				steps[cell + 1] = next;
				queue[tail++] = cell + 1;
			}
			if ((bars & 8) === 0 && steps[cell - 1] > next) {
				steps[cell - 1] = next;
				queue[tail++] = cell - 1;
			}
		}
	}
};
/** The centre of the wall that a new one would cross, overlap or coincide with; -1 if none. */
function inTheWay(size, walls, centre, orientation) {
	if (walls[centre] !== 0) return centre;
	if (orientation === 0) {
		const column = centre % (size - 1);
		if (column > 0 && isWall(walls[centre - 1], orientation)) return centre - 1;
		if (column < size - 2 && isWall(walls[centre + 1], orientation)) return centre + 1;
		return -1;
	}
	const below = centre - (size - 1);
	const above = centre + (size - 1);
	if (below >= 0 && isWall(walls[below], orientation)) return below;
	return above < walls.length && isWall(walls[above], orientation) ? above : -1;
}
// ../wt/truth/app/games/quoridor/paths.ts
/** Bits: seats whose last path a wall closes, or whose shortest path it crosses. */
var bitOf = (seat) => 1 << seat;
var Paths = class {
	#maze = new Maze(9);
	#walls = null;
	#pawns = [-1, -1];
	/** By `2 * centre + orientation`. */
	#across = /* @__PURE__ */ new Uint8Array(128);
	/** The maze of these walls, valid until the next call; read only. */
	maze({ size, walls }) {
		if (walls === this.#walls) return this.#maze;
		if (size !== this.#maze.size) {
			this.#maze = new Maze(size);
			this.#across = new Uint8Array(2 * walls.length);
		}
		this.#maze.load(walls);
		this.#walls = walls;
		this.#pawns.fill(-1);
		return this.#maze;
	}
	/** The bits of the seats that a wall would leave without a path. The wall must fit. */
	closedBy(at, centre, orientation) {
		const maze = this.maze(at);
		if (!maze.couldClose(centre, orientation)) return 0;
		if (this.#pawns[0] !== at.pawns[0] || this.#pawns[1] !== at.pawns[1]) this.#lay(at);
		const across = this.#across[2 * centre + orientation];
		if (across === 0) return 0;
		maze.put(centre, orientation);
		let closed = 0;
		for (const seat of [0, 1]) {
			if ((across & bitOf(seat)) === 0) continue;
			if (!maze.reaches(at.pawns[seat], goalRow(at.size, seat))) closed |= bitOf(seat);
		}
		maze.lift(centre, orientation);
		return closed;
	}
	/** Finds the walls that would cross the pawns' shortest paths. */
	#lay({ size, pawns }) {
		const across = this.#across.fill(0);
		for (const seat of [0, 1]) {
			this.#pawns[seat] = pawns[seat];
			const path = this.#maze.path(pawns[seat], goalRow(size, seat)) ?? [];
			for (let at = 1; at < path.length; at++) {
				const low = Math.min(path[at - 1], path[at]);
				const column = columnOf(size, low);
				const row = rowOf(size, low);
				const upwards = Math.abs(path[at] - path[at - 1]) === size;
				const there = row * (size - 1) + column;
				const first = upwards ? column < size - 1 ? there : -1 : row < size - 1 ? there : -1;
				const second = upwards ? column > 0 ? there - 1 : -1 : row > 0 ? there - (size - 1) : -1;
				const orientation = upwards ? 0 : 1;
				if (first >= 0) across[2 * first + orientation] |= bitOf(seat);
				if (second >= 0) across[2 * second + orientation] |= bitOf(seat);
			}
		}
	}
};
var paths$1 = new Paths();
/** The maze of a position's walls, valid until another position is examined; read only. */
var mazeOf = (at) => paths$1.maze(at);
/** The seats, as bits (1 Black, 2 White), that a wall would leave without a path to their goals. */
var closedBy = (at, centre, orientation) => paths$1.closedBy(at, centre, orientation);
/** A shortest path of a seat's pawn to its goal row, ignoring the other pawn, both ends included; null if none. */
var shortestPath = (at, seat) => mazeOf(at).path(at.pawns[seat], goalRow(at.size, seat));
/** The number of steps of `shortestPath`; Infinity if none. */
function distance(at, seat) {
	const path = shortestPath(at, seat);
	return path === null ? Infinity : path.length - 1;
}
// ../wt/truth/app/games/quoridor/rules.ts
/**
* Quoridor by the referee's rules, on odd sizes from 3 to 25 with any number of walls. Black starts at the top centre
* and moves first, White at the bottom centre. The side that reaches the opposite row first wins.
*
* A pawn steps to a neighbouring cell, or jumps straight over the other pawn; if a wall or the edge bars the straight
* jump, it steps to a side of the other pawn. A wall may not cross or overlap another, and must leave both pawns a path
* to their goals, ignoring the other pawn. There is no pass, and none is needed: a pawn whose only exit is occupied by
* the other pawn can jump, because a path leads on from there.
*/
/** Adds the cells that the mover's pawn can go to, in ascending order. */
function addPawnMoves(position, to) {
	const { size, pawns, mover } = position;
	const { barred } = mazeOf(position);
	const cell = pawns[mover];
	const other = pawns[otherSeat(mover)];
	const began = to.length;
	let sorted = true;
	for (const [bit, step] of [
		[4, -size],
		[8, -1],
		[2, 1],
		[1, size]
	]) {
		if ((barred[cell] & bit) !== 0) continue;
		if (cell + step !== other) {
			to.push(pawnMove(cell + step));
			continue;
		}
		sorted = false;
		const bars = barred[other];
		if ((bars & bit) === 0) to.push(pawnMove(other + step));
		else if (bit === 1 || bit === 4) {
			if ((bars & 8) === 0) to.push(pawnMove(other - 1));
			if ((bars & 2) === 0) to.push(pawnMove(other + 1));
		} else {
			if ((bars & 4) === 0) to.push(pawnMove(other - size));
			if ((bars & 1) === 0) to.push(pawnMove(other + size));
		}
	}
	if (!sorted) to.splice(began, to.length, ...to.slice(began).sort((a, b) => a - b));
}
var none = [];
/** The cells that the mover's pawn can go to, in ascending order. */
function pawnMoves(position) {
	if (winnerOf(position) !== null) return none;
	const cells = [];
	addPawnMoves(position, cells);
	return cells;
}
/** Whether a side with walls left may place one here. */
var wallFits = (position, centre, orientation) => inTheWay(position.size, position.walls, centre, orientation) < 0 && closedBy(position, centre, orientation) === 0;
/** The pawn moves and then the walls, each in ascending order. */
function moves(position) {
	if (winnerOf(position) !== null) return none;
	const { size, walls, wallsLeft, mover } = position;
	const legal = [];
	addPawnMoves(position, legal);
	if (wallsLeft[mover] === 0) return legal;
	for (let centre = 0; centre < walls.length; centre++) {
		if (walls[centre] !== 0) continue;
		if (wallFits(position, centre, 0)) legal.push(wallMove(size, centre, 0));
		if (wallFits(position, centre, 1)) legal.push(wallMove(size, centre, 1));
	}
	return legal;
}
/** @throws IllegalMove */
function play(position, move) {
	const { size, pawns, walls, wallsLeft, mover } = position;
	const wall = move - size * size;
	if (wall < 0) {
		if (!pawnMoves(position).includes(move)) throw refused(position, move);
		return {
			size,
			pawns: mover === 0 ? [move, pawns[1]] : [pawns[0], move],
			walls,
			wallsLeft,
			mover: otherSeat(mover)
		};
	}
	const centre = wall >> 1;
	const orientation = wall & 1;
	if (!Number.isInteger(move) || wall >= 2 * walls.length || wallsLeft[mover] === 0 || winnerOf(position) !== null || !wallFits(position, centre, orientation)) throw refused(position, move);
	const next = walls.slice();
	next[centre] = wallOf(orientation, mover);
	const [black, white] = wallsLeft;
	return {
		size,
		pawns,
		walls: next,
		wallsLeft: mover === 0 ? [black - 1, white] : [black, white - 1],
		mover: otherSeat(mover)
	};
}
function refused(position, move) {
	return new IllegalMove(objection(position, move) ?? `${String(move)} is not a move`);
}
/** Why the move is illegal; null if it is legal. */
function objection(position, move) {
	const over = result(position);
	if (over) return `the game is over: ${over.reason}`;
	const { size, wallsLeft, mover } = position;
	const meant = readMove(size, move);
	if (meant === null) return `${String(move)} is not a move`;
	if (meant.kind === "pawn") return pawnObjection(position, meant.cell);
	if (meant.kind === "outside" && meant.orientation === null) return `there is no cell ${moveText$1(size, move)} on this board, which ends at ${cellText(size, size * size - 1)}`;
	if (wallsLeft[mover] === 0) return `${SEATS[mover].name} has no walls left`;
	if (meant.kind === "outside") {
		const last = `${columnText(size - 2)}${size}`;
		return `no wall can stand at ${moveText$1(size, move).slice(0, -1)}; walls of this board are from a2 to ${last}`;
	}
	return wallObjection(position, meant.centre, meant.orientation);
}
function pawnObjection(position, to) {
	const { size, pawns, mover } = position;
	const from = pawns[mover];
	const other = pawns[otherSeat(mover)];
	const name = (cell) => cellText(size, cell);
	const rival = `${SEATS[otherSeat(mover)].name}'s pawn`;
	if (to === from) return `${SEATS[mover].name}'s pawn stands on ${name(to)} already`;
	if (to === other) return `${rival} stands on ${name(to)}`;
	const steps = (a, b) => Math.abs(rowOf(size, a) - rowOf(size, b)) + Math.abs(columnOf(size, a) - columnOf(size, b));
	if (steps(from, to) === 1) return barText(position, from, to);
	if (steps(from, other) !== 1 || steps(other, to) !== 1) return `${name(to)} is not beside ${name(from)}`;
	const way = barText(position, from, other) ?? barText(position, other, to);
	if (way !== null) return way;
	const straight = 2 * other - from;
	if (to === straight) return null;
	if (!(straight >= 0 && straight < size * size && steps(other, straight) === 1 && steps(from, straight) === 2) || barText(position, other, straight) !== null) return null;
	return `a diagonal step is only for where the straight jump is barred; from ${name(from)} the jump to ${name(straight)} is open`;
}
/** Names the wall between two adjacent cells; null if none. */
function barText({ size, walls }, one, two) {
	const low = Math.min(one, two);
	const upwards = Math.abs(one - two) === size;
	const row = rowOf(size, low);
	const column = columnOf(size, low);
	const orientation = upwards ? 0 : 1;
	for (const [atRow, atColumn] of [[row, column], upwards ? [row, column - 1] : [row - 1, column]]) {
		if (atRow < 0 || atColumn < 0 || atRow >= size - 1 || atColumn >= size - 1) continue;
		const centre = atRow * (size - 1) + atColumn;
		const wall = walls[centre];
		if (wall === 0 || orientationOf(wall) !== orientation) continue;
		return `the wall ${wallText(size, centre, orientation)} is between ${cellText(size, one)} and ${cellText(size, two)}`;
	}
	return null;
}
/** Why a wall does not fit between the walls on the board; null if it fits. */
function fitObjection({ size, walls }, centre, orientation) {
	const there = inTheWay(size, walls, centre, orientation);
	if (there < 0) return null;
	const standing = orientationOf(walls[there]);
	const text = wallText(size, there, standing);
	if (there !== centre) return `${wallText(size, centre, orientation)} overlaps the wall ${text}`;
	if (standing === orientation) return `the wall ${text} stands already`;
	return `${wallText(size, centre, orientation)} crosses the wall ${text}`;
}
function wallObjection(position, centre, orientation) {
	const { size } = position;
	const unfit = fitObjection(position, centre, orientation);
	if (unfit !== null) return unfit;
	const closed = closedBy(position, centre, orientation);
	if (closed === 0) return null;
	const last = (seat) => `${SEATS[seat].name}'s last path to rank ${goalRow(size, seat) + 1}`;
	const whose = [0, 1].filter((seat) => (closed & 1 << seat) !== 0).map(last);
	return `${wallText(size, centre, orientation)} would close ${whose.join(" and ")}`;
}
// ../wt/truth/app/games/quoridor/notation.ts
/**
* Moves and positions as text. A pawn move is its destination cell (`e8`), a wall the cell north-west of its middle and
* `h` or `v` (`e2h`). Blanks or commas separate moves in a list. Capitals are accepted.
*
* A position is eight words: the size, the cells of Black's pawn and White's, the walls that Black and White have left,
* the walls of Black and of White on the board (separated by commas, from the bottom up and left to right, or `-` for
* none), and the side to move, `b` or `w`:
*
*     9 e9 e1 10 10 - - b
*     9 e8 e2 9 10 d7h - w
*
* The position need not be reachable: any walls that fit, both pawns anywhere with a path to their goals.
*/
/** In characters: a 25 by 25 board with a wall at every centre. */
var MAX_POSITION_TEXT = 3e3;
var moveText = ({ size }, move) => moveText$1(size, move);
/** Does not check that the vertex is on the board. @throws BadNotation */
function parseMove({ size }, text) {
	const trimmed = text.trim();
	const match = /^([a-z])(0|[1-9]\d?)([hv]?)$/i.exec(trimmed);
	if (!match) throw new BadNotation(`${quote(trimmed)} is not a move; a move is a cell like e8, or a wall like e2h or e2v`);
	const column = match[1].toLowerCase().charCodeAt(0) - 97;
	const turned = match[3].toLowerCase();
	return moveAt(size, column, Number(match[2]), turned === "" ? null : turned === "h" ? 0 : 1);
}
function movesText(start, moves) {
	return moves.map((move) => moveText(start, move)).join(" ");
}
/** @throws BadNotation | IllegalMove naming the ply, counted from 1. */
var parseMoves = (start, text) => parseMoveList({
	parseMove,
	play
}, start, text);
function positionText(position) {
	const { size, pawns, walls, wallsLeft, mover } = position;
	const standing = [[], []];
	walls.forEach((wall, centre) => {
		if (wall !== 0) standing[ownerOf(wall)].push(wallText(size, centre, orientationOf(wall)));
	});
	const lists = standing.map((list) => list.length === 0 ? "-" : list.join(","));
	return [
		size,
		...pawns.map((cell) => cellText(size, cell)),
		...wallsLeft,
		...lists,
		mover === 0 ? "b" : "w"
	].join(" ");
}
/** @throws BadNotation */
function parsePosition(text) {
	const trimmed = text.trim();
	if (trimmed.length > MAX_POSITION_TEXT) throw new BadNotation(`${trimmed.length} characters are not a position; the largest takes fewer`);
	if (trimmed === "") throw new BadNotation("the position is empty");
	const words = trimmed.split(/\s+/);
	if (words.length !== 8) throw new BadNotation(`a position has 8 words (size, both pawns, walls left to both, walls of both, side to move), this one ${words.length}`);
	const [first, black, white, blackLeft, whiteLeft, blackWalls, whiteWalls, token] = words;
	const size = parseSize(first);
	const position = {
		size,
		pawns: [parsePawn(size, 0, black), parsePawn(size, 1, white)],
		walls: new Uint8Array((size - 1) * (size - 1)),
		wallsLeft: [parseCount(0, blackLeft), parseCount(1, whiteLeft)],
		mover: parseToken(token)
	};
	if (position.pawns[0] === position.pawns[1]) throw new BadNotation(`both pawns stand on ${cellText(size, position.pawns[0])}`);
	placeWalls(position, 0, blackWalls);
	placeWalls(position, 1, whiteWalls);
	const placed = wallsPlaced(position);
	for (const seat of [0, 1]) {
		const whose = SEATS[seat].name;
		if (position.wallsLeft[seat] + placed[seat] > MAX_WALLS) throw new BadNotation(`${whose} has more walls, left and standing, than ${MAX_WALLS}`);
		if (shortestPath(position, seat) === null) throw new BadNotation(`${whose}'s pawn on ${cellText(size, position.pawns[seat])} has no path to rank ${goalRow(size, seat) + 1}: walls close it`);
	}
	return position;
}
function parseSize(text) {
	const size = /^\d{1,2}$/.test(text) ? Number(text) : 0;
	if (size < 3 || size > 25 || size % 2 === 0) throw new BadNotation(`the size is an odd number from 3 to 25, not ${quote(text)}`);
	return size;
}
function parsePawn(size, seat, text) {
	const meant = read(size, text);
	if (meant?.kind === "pawn") return meant.cell;
	const where = `on this board, whose cells are from a1 to ${cellText(size, size * size - 1)}`;
	throw new BadNotation(`${SEATS[seat].name}'s pawn must stand ${where}, not on ${quote(text)}`);
}
function parseCount(seat, text) {
	const count = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
	if (count > MAX_WALLS) {
		const range = `a number from 0 to ${MAX_WALLS}`;
		throw new BadNotation(`the walls left to ${SEATS[seat].name} are ${range}, not ${quote(text)}`);
	}
	return count;
}
function parseToken(text) {
	if (text === "b" || text === "B") return 0;
	if (text === "w" || text === "W") return 1;
	throw new BadNotation(`the side to move is b or w, not ${quote(text)}`);
}
/** Writes to the position's walls, which are not shared yet. */
function placeWalls(position, owner, list) {
	if (list === "-") return;
	const { size, walls } = position;
	for (const text of list.split(",")) {
		const meant = read(size, text);
		const whose = `the walls of ${SEATS[owner].name}`;
		if (meant?.kind !== "wall") throw new BadNotation(`${whose} have ${quote(text)}, which is not a wall of this board; they are like e2h or e2v, separated by commas, or - for none`);
		const { centre, orientation } = meant;
		const why = fitObjection(position, centre, orientation);
		if (why !== null) throw new BadNotation(`${whose}: ${why}`);
		walls[centre] = wallOf(orientation, owner);
	}
}
/** The move that a word stands for; null if it is not a move. */
function read(size, text) {
	try {
		return readMove(size, parseMove({ size }, text));
	} catch (error) {
		if (error instanceof BadNotation) return null;
		throw error;
	}
}
// ../wt/truth/app/games/quoridor/symmetry.ts
/**
* The symmetries of Quoridor: the board mirrored, and the two that change top and bottom, in which each side plays the
* other's part.
*/
/** The image of an index on a square board of this side. */
function imageOf(index, side, mirrors, flips) {
	const [column, row] = [index % side, Math.floor(index / side)];
	return (flips ? side - 1 - row : row) * side + (mirrors ? side - 1 - column : column);
}
function symmetry(size, name, mirrors, flips) {
	const cells = size * size;
	const cell = (at) => imageOf(at, size, mirrors, flips);
	const centre = (at) => imageOf(at, size - 1, mirrors, flips);
	return {
		name,
		swapsSeats: flips,
		position: (position) => {
			const { pawns, walls, wallsLeft, mover } = position;
			const images = new Uint8Array(walls.length);
			walls.forEach((wall, at) => {
				if (wall === 0) return;
				const owner = ownerOf(wall);
				images[centre(at)] = wallOf(orientationOf(wall), flips ? otherSeat(owner) : owner);
			});
			const [black, white] = [cell(pawns[0]), cell(pawns[1])];
			return {
				size,
				pawns: flips ? [white, black] : [black, white],
				walls: images,
				wallsLeft: flips ? [wallsLeft[1], wallsLeft[0]] : wallsLeft,
				mover: flips ? otherSeat(mover) : mover
			};
		},
		move: (move) => {
			if (move < cells) return cell(move);
			const wall = move - cells;
			return cells + 2 * centre(wall >> 1) + (wall & 1);
		}
	};
}
var symmetries = (size) => [
	symmetry(size, "", false, false),
	symmetry(size, "mirrored", true, false),
	symmetry(size, "turned a half, with the sides changed", true, true),
	symmetry(size, "flipped, with the sides changed", false, true)
];
/** Without the walls' owners, which decide nothing. */
function textOf$1({ size, pawns, walls, wallsLeft, mover }) {
	let standing = "";
	for (const wall of walls) standing += wall === 0 ? "." : "|-"[orientationOf(wall) === 0 ? 1 : 0];
	return `${size} ${pawns.join()} ${standing} ${wallsLeft.join()} ${mover}`;
}
function key(position) {
	const [first, ...others] = symmetries(position.size).map((each) => textOf$1(each.position(position)));
	return others.reduce((least, text) => text < least ? text : least, first);
}
// ../wt/truth/app/games/view.ts
var PositionView = class {
	pieces;
	marks;
	gauges;
	#tell;
	#told = null;
	constructor({ pieces, marks, gauges }, tell) {
		this.pieces = pieces;
		this.marks = marks;
		this.gauges = gauges;
		this.#tell = tell;
	}
	get home() {
		return this.#all().home;
	}
	get standing() {
		return this.#all().standing;
	}
	get spoken() {
		return this.#all().spoken;
	}
	#all() {
		return this.#told ??= this.#tell();
	}
};
// ../wt/truth/app/games/quoridor/view.ts
var PAWN = .32;
/** Shared, so that views can compare shapes by identity. */
var PAWN_SHAPE = {
	kind: "circle",
	r: PAWN
};
var LAST_PAWN = {
	kind: "circle",
	r: .8 * PAWN
};
/** The offset of a side's path from the middle of the cells, so that two paths along the same cells stay visible. */
var ASIDE = .09;
var SEATS_BOTH = [0, 1];
var pawn = (size, seat, cell) => ({
	id: `pawn-${SEATS[seat].token}`,
	...cellPoint(size, cell),
	seat,
	look: "pawn",
	shape: PAWN_SHAPE
});
/** Walls never change: each is created once, by size and then by centre, orientation and seat. */
var made = /* @__PURE__ */ new Map();
function wall(size, seat, centre, orientation) {
	let ofSize = made.get(size);
	if (ofSize === void 0) made.set(size, ofSize = []);
	return ofSize[4 * centre + 2 * (orientation === 0 ? 1 : 0) + seat] ??= {
		id: `wall-${wallText(size, centre, orientation)}`,
		...centrePoint(size, centre),
		seat,
		look: "wall",
		shape: wallShape(orientation)
	};
}
var PREFIX = 5;
/** `e2h` */
var textOf = (wall) => wall.id.slice(PREFIX);
/** The piece after a move. */
function moved(size, seat, move) {
	const meant = readMove(size, move);
	if (meant?.kind === "pawn") return [pawn(size, seat, meant.cell)];
	return meant?.kind === "wall" ? [wall(size, seat, meant.centre, meant.orientation)] : [];
}
function view(position, last) {
	const { size, pawns, walls, mover } = position;
	const pieces = [];
	for (let centre = 0; centre < walls.length; centre++) {
		const there = walls[centre];
		if (there !== 0) pieces.push(wall(size, ownerOf(there), centre, orientationOf(there)));
	}
	const stand = pieces.slice();
	for (const seat of SEATS_BOTH) pieces.push(pawn(size, seat, pawns[seat]));
	return new PositionView({
		pieces,
		marks: marks(position, last),
		gauges: gauges(position, stand)
	}, () => ({
		home: cellText(size, pawns[mover]),
		standing: standing(position, stand),
		spoken: spoken(position, last, stand)
	}));
}
function standing({ size, pawns }, walls) {
	const words = {};
	for (const wall of walls) words[textOf(wall)] = `${SEATS[wall.seat].name}'s wall stands`;
	for (const seat of SEATS_BOTH) words[cellText(size, pawns[seat])] = `${SEATS[seat].name}'s pawn`;
	return words;
}
function marks(position, last) {
	const { size, pawns } = position;
	const marks = [];
	const over = result(position);
	if (over?.kind === "win") {
		const at = cellPoint(size, pawns[over.winner]);
		marks.push({
			...at,
			look: "winning",
			shape: {
				kind: "circle",
				r: .35
			}
		});
	}
	if (last === null) return marks;
	const { mover } = last.before;
	for (const { x, y, shape, look } of moved(size, mover, last.move)) {
		if (look === "pawn") marks.push({
			...cellPoint(size, last.before.pawns[mover]),
			look: "origin",
			shape: cellShape()
		});
		marks.push({
			x,
			y,
			look: "last",
			shape: look === "pawn" ? LAST_PAWN : shape
		});
	}
	return marks;
}
var GAUGE = {
	kind: "rect",
	width: .24,
	height: .92,
	radius: .06
};
function gauges({ wallsLeft }, walls) {
	const stand = [0, 0];
	for (const wall of walls) stand[wall.seat]++;
	return SEATS_BOTH.map((seat) => ({
		seat,
		label: "walls left",
		value: wallsLeft[seat],
		most: wallsLeft[seat] + stand[seat],
		shape: GAUGE
	}));
}
function spoken(position, last, walls) {
	const { size, pawns, wallsLeft, mover } = position;
	const over = result(position);
	const sentences = [];
	if (last) sentences.push(`${SEATS[last.before.mover].name} played ${moveText$1(size, last.move)}.`);
	if (over?.kind === "win") sentences.push(`${SEATS[over.winner].name} has won: ${over.reason}.`);
	else sentences.push(`${SEATS[mover].name} is to move.`);
	for (const seat of SEATS_BOTH) {
		const left = wallsLeft[seat] === 1 ? "1 wall left" : `${wallsLeft[seat]} walls left`;
		const standing = walls.filter((wall) => wall.seat === seat).map(textOf);
		const stands = standing.length > 0 ? `, and walls at ${standing.join(", ")}` : "";
		sentences.push(`${SEATS[seat].name} is on ${cellText(size, pawns[seat])}, has ${left}${stands}.`);
	}
	return sentences.join(" ");
}
function choices(position) {
	const { size, mover, pawns } = position;
	const stand = pawns.map((cell) => cellPoint(size, cell));
	return moves(position).map((move) => {
		const preview = moved(size, mover, move);
		const { x, y, look } = preview[0];
		const choice = {
			move,
			path: [moveText$1(size, move)],
			preview
		};
		if (look === "pawn") return {
			...choice,
			chip: {
				x,
				y: y + .24
			},
			dots: [{
				x,
				y
			}]
		};
		if (preview[0].id.endsWith("h")) return {
			...choice,
			chip: {
				x: x + .5,
				y
			}
		};
		const hides = (at) => stand.some((pawn) => Math.abs(pawn.x - x) < 1 && Math.abs(pawn.y - at) < .5);
		return {
			...choice,
			chip: {
				x,
				y: [y + .5, y - .5].find((at) => !hides(at)) ?? y
			}
		};
	});
}
/** Empty if the picks are a legal move. */
function refusal(position, picks) {
	const over = result(position);
	if (over) return `the game is over: ${over.reason}`;
	const [first, ...more] = picks;
	if (first === void 0) return "pick a cell or a groove";
	if (more.length > 0) return "a move is one cell or one wall";
	const match = /^([a-y])(\d{1,2})([hv]?)$/.exec(first);
	if (!match) return "this is not a place on the board";
	const orientation = match[3] === "" ? null : match[3] === "h" ? 0 : 1;
	const column = match[1].charCodeAt(0) - 97;
	return objection(position, moveAt(position.size, column, Number(match[2]), orientation)) ?? "";
}
/** Each side's shortest path to its goal row, ignoring the other pawn. */
var paths = {
	id: "paths",
	name: "the shortest paths",
	key: "S",
	lines: (position) => SEATS_BOTH.flatMap((seat) => {
		const path = shortestPath(position, seat);
		if (path === null) return [];
		const steps = path.length - 1;
		const aside = seat === 0 ? -.09 : ASIDE;
		const points = path.map((cell) => {
			const { x, y } = cellPoint(position.size, cell);
			return {
				x: x + aside,
				y: y + aside
			};
		});
		const hidden = position.pawns.includes(path.at(-1)) && steps > 0;
		const [before, end] = [points.at(-2), points.at(-1)];
		const between = hidden && before && end ? { textAt: {
			x: (before.x + end.x) / 2,
			y: (before.y + end.y) / 2
		} } : {};
		const needs = `needs ${steps} ${steps === 1 ? "step" : "steps"}`;
		return [{
			seat,
			points,
			text: String(steps),
			...between,
			spoken: `${SEATS[seat].name} ${needs}`
		}];
	})
};
// ../wt/truth/app/games/quoridor/index.ts
var setupFields = [{
	id: "size",
	label: "Size",
	min: 3,
	max: 25,
	offered: {
		min: 3,
		max: 25
	},
	step: 2,
	default: 9
}, {
	id: "walls",
	label: "Walls each",
	min: 0,
	max: MAX_WALLS,
	offered: {
		min: 0,
		max: 99
	},
	step: 1,
	default: ({ size }) => defaultWalls(size)
}];
/** Moves are numbers; `readMove` says what they mean. */
var quoridor = {
	id: "quoridor",
	name: "Quoridor",
	seats: SEATS,
	setupFields,
	presets: [
		9,
		7,
		5,
		3
	].map((size) => ({
		title: `${size} × ${size}, ${defaultWalls(size)} walls${size === 9 ? ", usual" : ""}`,
		setup: {
			size,
			walls: defaultWalls(size)
		}
	})),
	setupFlags: [{
		name: "size",
		form: "N",
		fields: ["size"]
	}, {
		name: "walls",
		form: "N",
		fields: ["walls"]
	}],
	flip: "turn",
	initial(setup) {
		const { size, walls } = completeSetup(setupFields, setup);
		return initial(size, walls);
	},
	setupOf(position) {
		const placed = wallsPlaced(position);
		const [black, white] = position.wallsLeft;
		return {
			size: position.size,
			walls: Math.max(black + placed[0], white + placed[1])
		};
	},
	seatToMove: (position) => position.mover,
	beginsTurn: () => true,
	moves,
	play,
	result,
	symmetries: ({ size }) => symmetries(size),
	key,
	endless: true,
	moveText,
	parseMove,
	movesText,
	parseMoves,
	positionText,
	parsePosition,
	geometry: (setup) => geometry(completeSetup(setupFields, setup)),
	view,
	choices,
	refusal,
	overlays: [paths]
};
/** A board without walls. */
function openBoard(size) {
	return Uint8Array.from({ length: size * size }, (_, cell) => {
		const row = Math.floor(cell / size);
		const column = cell % size;
		return (row < size - 1 ? 1 : 0) | (column < size - 1 ? 2 : 0) | (row > 0 ? 4 : 0) | (column > 0 ? 8 : 0);
	});
}
/** Closes the steps that a wall bars. @param cell the south-west one of the four around the wall's centre */
function closeSteps(open, size, cell, orientation) {
	if (orientation === 1) {
		open[cell] &= -3;
		open[cell + 1] &= -9;
		open[cell + size] &= -3;
		open[cell + size + 1] &= -9;
	} else {
		open[cell] &= -2;
		open[cell + size] &= -5;
		open[cell + 1] &= -2;
		open[cell + size + 1] &= -5;
	}
}
/** Opens the steps that a wall bars. */
function openSteps(open, size, cell, orientation) {
	if (orientation === 1) {
		open[cell] |= 2;
		open[cell + 1] |= 8;
		open[cell + size] |= 2;
		open[cell + size + 1] |= 8;
	} else {
		open[cell] |= 1;
		open[cell + size] |= 4;
		open[cell + 1] |= 1;
		open[cell + size + 1] |= 4;
	}
}
/** The cell offset of a step in this direction. */
var stepOf = (bit, size) => bit === 1 ? size : bit === 4 ? -size : bit === 2 ? 1 : -1;
/**
* Writes the moves of the pawn on `cell` to `out` from `at` on, in no order.
* @param other the cell of the other pawn
* @returns the end of the list
*/
function writePawnMoves(open, size, cell, other, out, at) {
	const bits = open[cell];
	for (let bit = 1; bit <= 8; bit <<= 1) {
		if ((bits & bit) === 0) continue;
		const to = cell + stepOf(bit, size);
		if (to !== other) {
			out[at++] = to;
			continue;
		}
		const beyond = open[other];
		if (beyond & bit) out[at++] = other + stepOf(bit, size);
		else if (bit === 1 || bit === 4) {
			if (beyond & 8) out[at++] = other - 1;
			if (beyond & 2) out[at++] = other + 1;
		} else {
			if (beyond & 4) out[at++] = other - size;
			if (beyond & 1) out[at++] = other + size;
		}
	}
	return at;
}
// ../wt/truth/app/truth/quoridor/race.ts
/** The number of states between two polls during a long solution. */
var patience$2 = 4096;
/** A state's value for its mover: plies to the end, positive for a win, negative for a loss, 0 for neither. */
var RaceTable = class {
	#size;
	values;
	constructor(size, values) {
		this.#size = size;
		this.values = values;
	}
	/** @param black the cell of seat 0's pawn. @param white that of seat 1's */
	plies(black, white, mover) {
		return this.values[stateOf(this.#size * this.#size, black, white, mover)];
	}
};
var stateOf = (cells, black, white, mover) => 2 * (black * cells + white) + mover;
/** States by the number of plies to their end, which is not known in ascending order. */
var Agenda = class {
	#lists = [];
	add(plies, state) {
		(this.#lists[plies] ??= []).push(state);
	}
	/** The states of this number of plies; grows while it is read. Undefined beyond the last. */
	at(plies) {
		if (plies >= this.#lists.length) return void 0;
		return this.#lists[plies] ??= [];
	}
};
/**
* @param open see steps.ts
* @param walls null if neither side has walls left
* @returns null if stopped
*/
function solveRace(size, open, shouldStop, walls = null) {
	const cells = size * size;
	const states = 2 * cells * cells;
	const values = new Int16Array(states);
	const untried = new Uint8Array(states);
	const firstInto = new Int32Array(states).fill(-1);
	const origins = new Int32Array(5 * states);
	const nextInto = new Int32Array(5 * states);
	const isWin = new Uint8Array(states);
	const isKnown = new Uint8Array(states);
	const agenda = new Agenda();
	const moves = /* @__PURE__ */ new Int16Array(5);
	let edges = 0;
	for (let state = 0; state < states; state++) {
		if (state % patience$2 === 0 && shouldStop()) return null;
		const seat = state & 1;
		const white = (state >> 1) % cells;
		const black = ((state >> 1) - white) / cells;
		if (black === white) continue;
		const blackHome = black < size;
		const whiteHome = white >= cells - size;
		if (blackHome || whiteHome) {
			if (seat === 1 ? blackHome : whiteHome) agenda.add(0, state);
			continue;
		}
		const [from, other] = seat === 0 ? [black, white] : [white, black];
		const end = writePawnMoves(open, size, from, other, moves, 0);
		untried[state] = end;
		if (walls !== null) {
			const plies = walls.wins[state];
			if (plies > 0 || walls.losses[state] === -1) untried[state]++;
			if (plies > 0) {
				isWin[state] = 1;
				agenda.add(plies, state);
			}
		}
		for (let i = 0; i < end; i++) {
			const to = seat === 0 ? stateOf(cells, moves[i], white, 1) : stateOf(cells, black, moves[i], 0);
			origins[edges] = state;
			nextInto[edges] = firstInto[to];
			firstInto[to] = edges++;
		}
	}
	for (let plies = 0, list = agenda.at(0); list !== void 0; list = agenda.at(++plies)) {
		if (shouldStop()) return null;
		for (const state of list) {
			if (isKnown[state] !== 0) continue;
			isKnown[state] = 1;
			const wins = isWin[state] !== 0;
			values[state] = wins ? plies : -plies;
			for (let edge = firstInto[state]; edge >= 0; edge = nextInto[edge]) {
				const origin = origins[edge];
				if (isKnown[origin] !== 0) continue;
				if (!wins) {
					isWin[origin] = 1;
					agenda.add(plies + 1, origin);
				} else if (--untried[origin] === 0) agenda.add(Math.max(plies + 1, walls?.losses[origin] ?? 0), origin);
			}
		}
	}
	return new RaceTable(size, values);
}
// ../wt/truth/app/truth/quoridor/solver.ts
var free = 2;
var WallSolver = class {
	#size;
	#side;
	#open;
	/** By centre: the orientation of the wall there, or 2. */
	#walls;
	#solved = /* @__PURE__ */ new Map();
	#shouldStop;
	/** @param shouldStop asked every few milliseconds */
	constructor({ size, walls }, shouldStop) {
		this.#size = size;
		this.#side = size - 1;
		this.#open = openBoard(size);
		this.#shouldStop = shouldStop;
		this.#walls = new Uint8Array(walls.length).fill(free);
		walls.forEach((wall, centre) => {
			if (wall !== 0) this.#put(centre, orientationOf(wall));
		});
	}
	/**
	* Solves the position's walls, and all that can follow.
	* @param wallsLeft of both sides
	* @returns null if stopped
	*/
	solve([black, white]) {
		return this.#solve(black, white)?.table ?? null;
	}
	/** The same after another wall, which must fit. */
	solveAfter({ centre, orientation }, wallsLeft) {
		this.#put(centre, orientation);
		const table = this.solve(wallsLeft);
		this.#lift(centre, orientation);
		return table;
	}
	#solve(blackLeft, whiteLeft) {
		const places = this.#walls.reduce((count, wall) => count + (wall === free ? 1 : 0), 0);
		const [black, white] = [Math.min(blackLeft, places), Math.min(whiteLeft, places)];
		const key = `${this.#walls.join("")} ${black} ${white}`;
		const known = this.#solved.get(key);
		if (known !== void 0) return known;
		const ends = this.#endsOf(black, white);
		if (ends === null) return null;
		const table = solveRace(this.#size, this.#open, this.#shouldStop, ends === "none" ? null : ends);
		if (table === null) return null;
		const reach = [this.#reachOf(0), this.#reachOf(1)];
		const solved = {
			table,
			reach,
			reachesAll: reach.every((cells) => cells.every((reached) => reached === 1))
		};
		this.#solved.set(key, solved);
		return solved;
	}
	/** What the walls of both sides come to; `none` if neither side can place any. */
	#endsOf(black, white) {
		if (black === 0 && white === 0) return "none";
		const cells = this.#size * this.#size;
		const wins = new Int16Array(2 * cells * cells);
		const losses = new Int16Array(2 * cells * cells);
		let placed = false;
		for (let centre = 0; centre < this.#walls.length; centre++) for (const orientation of [0, 1]) {
			if (!this.#fits(centre, orientation)) continue;
			placed = true;
			this.#put(centre, orientation);
			const after = [null, null];
			if (black > 0) after[0] = this.#solve(black - 1, white);
			if (white > 0) after[1] = this.#solve(black, white - 1);
			this.#lift(centre, orientation);
			if (black > 0 && after[0] === null || white > 0 && after[1] === null) return null;
			for (const seat of [0, 1]) {
				const solved = after[seat];
				if (solved !== null) addEnds(wins, losses, solved, seat, cells);
			}
		}
		return placed ? {
			wins,
			losses
		} : "none";
	}
	#reachOf(seat) {
		const size = this.#size;
		const reached = new Uint8Array(size * size);
		const queue = Array.from({ length: size }, (_, column) => goalRow(size, seat) * size + column);
		for (const cell of queue) reached[cell] = 1;
		for (const cell of queue) {
			const bits = this.#open[cell];
			for (const [bit, step] of [
				[1, size],
				[2, 1],
				[4, -size],
				[8, -1]
			]) {
				if ((bits & bit) === 0 || reached[cell + step] === 1) continue;
				reached[cell + step] = 1;
				queue.push(cell + step);
			}
		}
		return reached;
	}
	#fits(centre, orientation) {
		const walls = this.#walls;
		const side = this.#side;
		if (walls[centre] !== free) return false;
		if (orientation === 1) return walls[centre - side] !== orientation && walls[centre + side] !== orientation;
		const column = centre % side;
		return (column === 0 || walls[centre - 1] !== orientation) && (column === side - 1 || walls[centre + 1] !== orientation);
	}
	#put(centre, orientation) {
		this.#walls[centre] = orientation;
		closeSteps(this.#open, this.#size, this.#cellAt(centre), orientation);
	}
	#lift(centre, orientation) {
		this.#walls[centre] = free;
		openSteps(this.#open, this.#size, this.#cellAt(centre), orientation);
	}
	/** The south-west cell of the four around a centre. */
	#cellAt(centre) {
		return centre + Math.floor(centre / this.#side);
	}
};
/** Adds what a wall of `seat` comes to, in every state in which it may be placed. */
function addEnds(wins, losses, { table, reach, reachesAll }, seat, cells) {
	const { values } = table;
	const [blackReaches, whiteReaches] = reach;
	for (let pair = 0; pair < cells * cells; pair++) {
		const state = 2 * pair + seat;
		if (!reachesAll && (blackReaches[pair / cells | 0] === 0 || whiteReaches[pair % cells] === 0)) continue;
		const value = values[state ^ 1];
		if (value < 0) {
			const plies = 1 - value;
			if (wins[state] === 0 || plies < wins[state]) wins[state] = plies;
		} else if (value === 0) losses[state] = -1;
		else if (losses[state] !== -1 && value + 1 > losses[state]) losses[state] = value + 1;
	}
}
/**
* The number of states in the sets of walls that can follow, as an upper bound: what a solution costs.
* @param position with walls left
*/
function statesToSolve({ size, walls, wallsLeft }) {
	const places = 2 * walls.reduce((count, wall) => count + (wall === 0 ? 1 : 0), 0);
	const [black, white] = wallsLeft.map((left) => Math.min(left, places / 2));
	const states = 2 * size ** 4;
	let sets = 1;
	let total = 1;
	for (let placed = 1; placed <= black + white && total < 0xe8d4a51000; placed++) {
		const left = places - 3 * (placed - 1);
		if (left <= 0) break;
		sets *= left / placed;
		const splits = Math.min(black, placed) - Math.max(0, placed - white) + 1;
		total += sets * splits;
	}
	return total * states;
}
// ../wt/truth/app/truth/quoridor/position-board.ts
/** A maze has a bit for each barred direction, which is that of the step. */
var every = 15;
var PositionBoard = class {
	size;
	cells;
	open;
	fields;
	pawns = [0, 0];
	mover = 0;
	#maze;
	#walls = null;
	constructor(size) {
		this.size = size;
		this.cells = size * size;
		this.open = new Uint8Array(this.cells);
		this.fields = [{ steps: new Uint16Array(this.cells) }, { steps: new Uint16Array(this.cells) }];
		this.#maze = new Maze(size);
	}
	/** @param position of this size */
	show({ pawns, mover, walls }) {
		this.pawns = pawns;
		this.mover = mover;
		if (this.#walls === walls) return;
		this.#walls = walls;
		this.#maze.load(walls);
		for (let cell = 0; cell < this.cells; cell++) this.open[cell] = every & ~this.#maze.barred[cell];
		for (const seat of [0, 1]) this.#maze.distances(goalRow(this.size, seat), this.fields[seat].steps);
	}
	distance(seat) {
		return this.fields[seat].steps[this.pawns[seat]];
	}
};
// ../wt/truth/app/truth/quoridor/uncontested.ts
/** Beyond any distance on any board. */
var unreachable = 16383;
var UncontestedRace = class {
	#board;
	/** The other pawn's distance to each cell. */
	#reach;
	#queue;
	/** Cells of the current layer, and of the next one. */
	#layer;
	#next;
	#seen;
	#stamp = 0;
	constructor(board) {
		this.#board = board;
		this.#reach = new Int16Array(board.cells);
		this.#queue = new Int16Array(board.cells);
		this.#layer = new Int16Array(board.cells);
		this.#next = new Int16Array(board.cells);
		this.#seen = new Int32Array(board.cells);
	}
	/**
	* The plies in which a seat reaches its goal against any play of the other side, which must have no walls; 0 if that
	* is not certain. A jump may shorten it.
	*/
	plies(seat) {
		const board = this.#board;
		const other = seat === 0 ? 1 : 0;
		const length = board.distance(seat);
		const first = board.mover === seat ? 1 : 0;
		if (length - first >= board.distance(other)) return 0;
		this.#flood(board.pawns[other]);
		const reach = this.#reach;
		const { open, size } = board;
		const { steps } = board.fields[seat];
		const seen = this.#seen;
		const stamp = ++this.#stamp;
		const before = 1 - first;
		if (before === 1 && reach[board.pawns[seat]] <= 1) return 0;
		let count = 1;
		this.#layer[0] = board.pawns[seat];
		for (let made = 1; made <= length; made++) {
			const apart = made === length ? made - 1 + before : made + before;
			const layer = this.#layer;
			const next = this.#next;
			let found = 0;
			for (let i = 0; i < count; i++) {
				const cell = layer[i];
				const bits = open[cell];
				const nearer = steps[cell] - 1;
				for (let bit = 1; bit <= 8; bit <<= 1) {
					if ((bits & bit) === 0) continue;
					const to = cell + (bit === 1 ? size : bit === 4 ? -size : bit === 2 ? 1 : -1);
					if (steps[to] !== nearer || reach[to] <= apart || seen[to] === stamp) continue;
					seen[to] = stamp;
					next[found++] = to;
				}
			}
			if (found === 0) return 0;
			count = found;
			this.#layer = next;
			this.#next = layer;
		}
		return 2 * length - first;
	}
	#flood(from) {
		const reach = this.#reach.fill(unreachable);
		const queue = this.#queue;
		const { open, size } = this.#board;
		let tail = 0;
		reach[from] = 0;
		queue[tail++] = from;
		for (let head = 0; head < tail; head++) {
			const cell = queue[head];
			const bits = open[cell];
			const next = reach[cell] + 1;
			if (bits & 1 && reach[cell + size] > next) {
				reach[cell + size] = next;
				queue[tail++] = cell + size;
			}
			if (bits & 4 && reach[cell - size] > next) {
				reach[cell - size] = next;
				queue[tail++] = cell - size;
			}
			if (bits & 2 && reach[cell + 1] > next) {
				reach[cell + 1] = next;
				queue[tail++] = cell + 1;
			}
			if (bits & 8 && reach[cell - 1] > next) {
				reach[cell - 1] = next;
				queue[tail++] = cell - 1;
			}
		}
	}
};
// ../wt/truth/app/truth/proof-number.ts
/** More than any sum of numbers. */
var infinite = 1e9;
var won = {
	proof: 0,
	disproof: infinite
};
var notWon = {
	proof: infinite,
	disproof: 0
};
/** Entries of the table; a Map of a million short keys takes about 150 MB. */
var mostEntries$1 = 1e6;
/** How much worse than the next best a position may get before the search turns to that one. */
var stay = 1.25;
/** Plies of the longest line that is followed. */
var deepest = 400;
/** Nodes between two looks at the clock. */
var patience$1 = 256;
var ProofNumberSearch = class {
	#rules;
	#attacker;
	#shouldStop;
	#table = /* @__PURE__ */ new Map();
	#path = /* @__PURE__ */ new Set();
	#nodes = 0;
	/** The node at which to look at the clock next. */
	#lookAt = 0;
	/** The node at which this part of the search ends. */
	#end = 0;
	#stopped = false;
	/** @param attacker whose win is to be proven */
	constructor(rules, attacker, shouldStop) {
		this.#rules = rules;
		this.#attacker = attacker;
		this.#shouldStop = shouldStop;
	}
	/**
	* Searches on until it is stopped, or for so many nodes. Can be called again, and goes on where it ended.
	* @returns whether the attacker can force a win; null if that is not known yet
	*/
	search(position, nodes = Infinity) {
		const key = this.#rules.key(position);
		const entry = this.#entryOf(position, key);
		this.#end = this.#nodes + nodes;
		this.#stopped = false;
		this.#path.clear();
		if (entry.proof > 0 && entry.disproof > 0) this.#examine(position, key, entry, infinite, infinite, 0);
		return entry.proof === 0 ? true : entry.disproof === 0 ? false : null;
	}
	/** The entry of the table, or a new one, which is not kept yet. */
	#entryOf(position, key) {
		const known = this.#table.get(key);
		if (known !== void 0) return known;
		const over = this.#rules.result(position);
		const winner = over?.kind === "win" ? over.winner : null;
		if (over !== null) return winner === this.#attacker ? won : notWon;
		const decided = this.#rules.decided?.(position);
		if (decided !== void 0 && decided !== null) return decided === this.#attacker ? won : notWon;
		return {
			proof: 1,
			disproof: 1
		};
	}
	/** Examines a position until one of its numbers reaches its threshold. */
	#examine(position, key, entry, mostProof, mostDisproof, depth) {
		const attacks = this.#rules.seatToMove(position) === this.#attacker;
		this.#path.add(key);
		const children = this.#childrenOf(position);
		this.#count(children.length);
		for (;;) {
			this.#sum(entry, children, attacks, depth);
			if (entry.proof === 0 || entry.disproof === 0) break;
			if (entry.proof >= mostProof || entry.disproof >= mostDisproof || this.#stopped) break;
			const [best, next] = this.#bestOf(children, attacks);
			const beside = Math.ceil(next * stay);
			const [proof, disproof] = attacks ? [Math.min(mostProof, beside), mostDisproof - entry.disproof + best.entry.disproof] : [mostProof - entry.proof + best.entry.proof, Math.min(mostDisproof, beside)];
			this.#examine(best.position, best.key, best.entry, proof, disproof, depth + 1);
		}
		this.#path.delete(key);
		this.#keep(key, entry);
	}
	#childrenOf(position) {
		const rules = this.#rules;
		return rules.moves(position).map((move) => {
			const next = rules.play(position, move);
			const key = rules.key(next);
			return {
				position: next,
				key,
				entry: this.#path.has(key) ? notWon : this.#entryOf(next, key)
			};
		});
	}
	#count(nodes) {
		this.#nodes += nodes;
		if (this.#nodes >= this.#end) this.#stopped = true;
		if (this.#nodes < this.#lookAt) return;
		this.#lookAt = this.#nodes + patience$1;
		if (this.#shouldStop()) this.#stopped = true;
	}
	/** Works out a position's numbers from those of the positions after its moves. */
	#sum(entry, children, attacks, depth) {
		let [least, sum] = [infinite, 0];
		for (const { entry: child } of children) {
			const [own, other] = attacks ? [child.proof, child.disproof] : [child.disproof, child.proof];
			if (own < least) least = own;
			sum += other;
		}
		sum = Math.min(sum, infinite);
		if (depth >= deepest && least > 0 && sum > 0) [least, sum] = attacks ? [infinite, 0] : [0, infinite];
		entry.proof = attacks ? least : sum;
		entry.disproof = attacks ? sum : least;
	}
	/** The child to examine next, and the number of the one after it. */
	#bestOf(children, attacks) {
		let best = children[0];
		let [least, next] = [Infinity, infinite];
		for (const child of children) {
			const number = attacks ? child.entry.proof : child.entry.disproof;
			if (number < least) {
				if (least < infinite) next = least;
				least = number;
				best = child;
			} else if (number < next) next = number;
		}
		return [best, next];
	}
	#keep(key, entry) {
		if (this.#table.size >= mostEntries$1 && !this.#table.has(key)) this.#forget();
		this.#table.set(key, entry);
	}
	/** Keeps what is proven or disproven. */
	#forget() {
		for (const [key, { proof, disproof }] of this.#table) if (proof > 0 && disproof > 0) this.#table.delete(key);
		if (this.#table.size > mostEntries$1 / 2) this.#table.clear();
	}
};
// ../wt/truth/app/truth/verdict.ts
var unknown = {
	value: "unknown",
	how: null,
	plies: null,
	to: null
};
var proven = (value, how, plies) => ({
	value,
	how,
	plies: value === "draw" ? null : plies,
	to: "end"
});
/** A finished game, from the view of `seat`. */
function verdictOfResult(result, seat) {
	if (result.kind === "draw") return proven("draw", "rules", null);
	return proven(result.winner === seat ? "win" : "loss", "rules", 0);
}
var opposite = {
	win: "loss",
	draw: "draw",
	loss: "win",
	unknown: "unknown"
};
/**
* The verdict of a move from that of the position after it.
* @param turns whether the other side is to move there
*/
var ofMove = (after, turns) => ({
	...after,
	value: turns ? opposite[after.value] : after.value,
	plies: after.plies === null ? null : after.plies + 1
});
/** Orders verdicts of moves from the mover's view, the best last; a shorter win and a longer loss are better. */
function rank({ value, plies }) {
	const distance = Math.min(plies ?? 9e6, 9e6) / 1e7;
	return value === "win" ? 3 - distance : value === "draw" ? 1 : value === "unknown" ? 0 : distance - 2;
}
/**
* The verdict that follows from those of all moves: a proven win is enough; otherwise every move must be proven. A
* position without moves is `unknown`.
*/
function ofMoves(moves) {
	if (moves.length === 0) return unknown;
	const best = moves.reduce((one, other) => rank(other) > rank(one) ? other : one);
	if (best.value === "win") return best;
	if (moves.some(({ value }) => value === "unknown")) return neither(moves) ?? unknown;
	return best;
}
/** If none of the moves wins, and each is known not to lose or to lead nowhere by force: that is known of all. */
function neither(moves) {
	const open = moves.filter(({ value }) => value === "unknown");
	return open.every(({ how }) => how !== null) ? open[0] : null;
}
// ../wt/truth/app/truth/search.ts
/**
* Proof by search: whether a side can force the end of the game within so many plies, one ply deeper each time, so that
* the first answer has the exact distance. Each depth asks once for either side: a question about one side alone leaves
* a position of the other at the first move that holds. It knows nothing of history: a win by the shortest way never
* comes back to a position, so that no repetition can spoil it.
*/
/** Entries of each of the two tables; a Map of as many short keys takes about 75 MB. */
var mostEntries = 5e5;
/** Nodes between two looks at the clock. */
var patience = 256;
/** Whether the attacker can force a win. */
var OPEN = 0;
var WIN = 1;
/** Every line ends, and the other side can choose one that the attacker does not win. */
var NEVER = 2;
var Stopped = class extends Error {};
/** Finds wins and losses by iterative deepening. */
var ProofSearch = class {
	#nodes = 0;
	#rules;
	#shouldStop;
	#findsDraws;
	/** By attacker. */
	#tables = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
	/** By attacker and plies left: the move that decided a position last. */
	#deciding = [[], []];
	constructor(rules, shouldStop, { findsDraws = false } = {}) {
		this.#rules = rules;
		this.#shouldStop = shouldStop;
		this.#findsDraws = findsDraws;
	}
	/**
	* Finds out about the position and each of its moves until all is proven, the depth is reached, or it is stopped.
	* @param deepest in plies
	*/
	prove(position, deepest = Infinity) {
		const rules = this.#rules;
		const seat = rules.seatToMove(position);
		const over = rules.result(position);
		if (over !== null) return {
			verdict: verdictOfResult(over, seat),
			moves: []
		};
		const moves = rules.moves(position).map((move) => {
			const next = rules.play(position, move);
			const turns = rules.seatToMove(next) !== seat;
			const result = rules.result(next);
			return {
				move,
				next,
				verdict: result === null ? unknown : ofMove(verdictOfResult(result, rules.seatToMove(next)), turns)
			};
		});
		try {
			for (let plies = 1; plies < deepest && moves.some(({ verdict }) => verdict === unknown); plies++) for (const each of moves) {
				if (each.verdict !== unknown) continue;
				const own = this.#wins(each.next, plies, seat);
				const others = own === WIN ? NEVER : this.#wins(each.next, plies, otherSeat(seat));
				if (own === WIN) each.verdict = proven("win", "search", plies + 1);
				else if (others === WIN) each.verdict = proven("loss", "search", plies + 1);
				else if (own === NEVER && others === NEVER) each.verdict = proven("draw", "search", null);
			}
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
		}
		return {
			verdict: ofMoves(moves.map(({ verdict }) => verdict)),
			moves: moves.map(({ move, verdict }) => ({
				move,
				verdict
			}))
		};
	}
	#wins(position, plies, attacker) {
		if (++this.#nodes % patience === 0 && this.#shouldStop()) throw new Stopped();
		const rules = this.#rules;
		const result = rules.result(position);
		if (result !== null) return result.kind === "win" && result.winner === attacker ? WIN : NEVER;
		const attacks = rules.seatToMove(position) === attacker;
		const left = rules.alternates === true && plies % 2 === 0 === attacks ? plies - 1 : plies;
		if (left <= 0 || rules.isFar?.(position, left, attacker) === true) return OPEN;
		const key = rules.key(position);
		const table = this.#tables[attacker];
		const known = table.get(key);
		if (known !== void 0) {
			if (known.won <= left) return WIN;
			if (known.open >= left) return known.open === Infinity ? NEVER : OPEN;
		}
		const legal = rules.moves(position);
		const moves = rules.ordered?.(legal) ?? legal;
		const decided = attacks ? WIN : NEVER;
		let outcome = attacks ? NEVER : WIN;
		const deciding = this.#deciding[attacker];
		const first = Math.min(known?.best ?? 0, moves.length - 1);
		const second = moves.indexOf(deciding[left]);
		let best = first;
		for (let tried = -2; tried < moves.length; tried++) {
			const at = tried === -2 ? first : tried === -1 ? second : tried;
			if (at < 0 || tried > -2 && at === first || tried >= 0 && at === second) continue;
			const after = this.#wins(rules.play(position, moves[at]), left - 1, attacker);
			if (after !== decided && after !== OPEN) continue;
			outcome = after;
			if (after === OPEN && (attacks || this.#findsDraws)) continue;
			best = at;
			deciding[left] = moves[at];
			break;
		}
		this.#store(table, key, known, outcome, left, best);
		return outcome;
	}
	#store(table, key, known, outcome, left, best) {
		if (known === void 0) {
			if (table.size >= mostEntries) table.clear();
			const won = outcome === WIN ? left : Infinity;
			table.set(key, {
				won,
				open: outcome === WIN ? 0 : outcome === OPEN ? left : Infinity,
				best
			});
			return;
		}
		known.best = best;
		if (outcome === WIN) known.won = Math.min(known.won, left);
		else known.open = outcome === OPEN ? Math.max(known.open, left) : Infinity;
	}
};
// ../wt/truth/app/truth/further.ts
/**
* What a search by depth and one by proof numbers find together. The first has exact distances and finds draws; the second
* follows forced lines much further. They take turns, each with twice the time of its turn before.
*/
/** A search for proofs of a position and of each of its moves that goes on where it ended. */
var FurtherProof = class {
	#rules;
	#position;
	#returns;
	#nearby;
	#searches;
	#shouldStop;
	/** Looks at the clock left to the search that is running. */
	#left = 0;
	/** By numbers, of the position. */
	#whole = unknown;
	#truth;
	/** @param position that is not over */
	constructor(rules, position, shouldStop, { returns, byDepth = true }) {
		this.#rules = rules;
		this.#position = position;
		this.#returns = returns;
		this.#shouldStop = shouldStop;
		const stop = () => shouldStop() || --this.#left < 0;
		this.#nearby = byDepth ? new ProofSearch(rules, stop) : null;
		const seat = rules.seatToMove(position);
		this.#searches = (returns ? [seat, otherSeat(seat)] : [seat]).map((attacker) => ({
			wins: attacker === seat,
			search: new ProofNumberSearch(rules, attacker, stop)
		}));
		const moves = rules.moves(position).map((move) => ({
			move,
			verdict: unknown
		}));
		this.#truth = {
			verdict: unknown,
			moves
		};
	}
	/** Whether nothing is left to find out. */
	get isDone() {
		return this.#truth.moves.every(({ verdict }) => verdict !== unknown);
	}
	/**
	* Searches on.
	* @param looks at the clock: so many by depth and over the moves, and twice as many for the position by numbers
	* @returns what is known now
	*/
	advance(looks) {
		this.#deepen(looks);
		if (this.#truth.verdict === unknown) {
			this.#whole = this.#find(this.#position, 2 * looks);
			this.#conclude(this.#truth.moves);
		}
		const open = this.#truth.moves.filter(({ verdict }) => verdict === unknown).length;
		const moves = this.#truth.moves.map((each) => {
			if (each.verdict !== unknown || this.#shouldStop()) return each;
			const verdict = this.#find(this.#rules.play(this.#position, each.move), looks / open);
			return {
				move: each.move,
				verdict
			};
		});
		this.#conclude(moves);
		return this.#truth;
	}
	#deepen(looks) {
		if (this.#nearby === null) return;
		this.#left = looks;
		const { moves } = this.#nearby.prove(this.#position);
		this.#conclude(this.#truth.moves.map((each, at) => moves[at].verdict === unknown ? each : moves[at]));
	}
	/** The side to move at the position that was asked about wins or loses at another one. */
	#find(at, looks) {
		const answers = this.#searches.map(({ wins, search }) => {
			this.#left = looks / this.#searches.length;
			return {
				wins,
				answer: search.search(at)
			};
		});
		const certain = answers.find(({ answer }) => answer === true);
		if (certain !== void 0) return far(certain.wins);
		return !this.#returns && answers[0].answer === false ? far(false) : unknown;
	}
	#conclude(moves) {
		const known = this.#whole.value === "loss" ? moves.map((each) => each.verdict === unknown ? {
			...each,
			verdict: this.#whole
		} : each) : moves;
		const followed = ofMoves(known.map(({ verdict }) => verdict));
		this.#truth = {
			verdict: followed === unknown ? this.#whole : followed,
			moves: known
		};
	}
};
var far = (wins) => proven(wins ? "win" : "loss", "search", null);
// ../wt/truth/app/truth/quoridor/prover.ts
/**
* Quoridor: exact without walls left on either side, and where the sets of walls that can follow are few enough to be
* solved one by one; otherwise by search.
*/
/** States that the solver is tried on: some minutes, within which it is stopped if need be. */
var mostStates = 4e8;
/** States that are solved within a second or two. */
var quickStates = 5e6;
/** How much oftener the solver looks at the clock than a search does, on a small board. */
var solverLooks = 1500;
/** The same on a board of 9x9 or larger, where it gets less time: a search mostly finds near ends sooner. */
var solverLooksLarge = 200;
var large = 9;
var rules = {
	...quoridor,
	key: ({ pawns, walls, wallsLeft, mover }) => {
		let key = String.fromCharCode(pawns[0], pawns[1], wallsLeft[0], wallsLeft[1], mover);
		for (let at = 0; at < walls.length; at += 8) {
			let standing = 0;
			for (let centre = at; centre < at + 8; centre++) {
				const wall = walls[centre] ?? 0;
				standing = 4 * standing + (wall && 1 + (wall & 1));
			}
			key += String.fromCharCode(standing);
		}
		return key;
	},
	isFar: (position, plies, seat) => {
		const own = position.mover === seat ? Math.ceil(plies / 2) : Math.floor(plies / 2);
		return distance(position, seat) > own + 1;
	},
	alternates: true
};
/** The same, with races that no wall can disturb as ends. */
function farRules(size) {
	const board = new PositionBoard(size);
	const race = new UncontestedRace(board);
	return {
		...rules,
		decided: (position) => {
			const [black, white] = position.wallsLeft;
			if (black > 0 && white > 0) return null;
			board.show(position);
			for (const winner of [position.mover, otherSeat(position.mover)]) if (position.wallsLeft[otherSeat(winner)] === 0 && race.plies(winner) > 0) return winner;
			return null;
		}
	};
}
var QuoridorProver = class {
	#solver = null;
	#stop = () => false;
	prove(position, shouldStop) {
		const over = quoridor.result(position);
		if (over !== null) return {
			verdict: verdictOfResult(over, position.mover),
			moves: []
		};
		const states = statesToSolve(position);
		const solve = (looks) => {
			if (states > mostStates) return null;
			let left = looks;
			this.#stop = () => shouldStop() || --left < 0;
			return this.#solve(position);
		};
		const quick = states > quickStates ? null : solve(Infinity);
		if (quick !== null) return quick;
		const proof = new FurtherProof(farRules(position.size), position, shouldStop, { returns: true });
		for (let looks = 30;; looks *= 2) {
			const found = proof.advance(looks);
			if (proof.isDone || shouldStop()) return found;
			const solved = solve(looks * (position.size < large ? solverLooks : solverLooksLarge));
			if (solved !== null) return solved;
		}
	}
	#solve(position) {
		const { size, walls } = position;
		const board = `${size} ${walls.join("")}`;
		if (this.#solver?.walls !== board) this.#solver = {
			walls: board,
			solver: new WallSolver(position, () => this.#stop())
		};
		const { solver } = this.#solver;
		const valueOf = (at, after) => {
			const over = quoridor.result(at);
			if (over !== null) return verdictOfResult(over, at.mover);
			const table = after === void 0 ? solver.solve(at.wallsLeft) : solver.solveAfter(after, at.wallsLeft);
			if (table === null) return null;
			const how = at.wallsLeft[0] + at.wallsLeft[1] === 0 ? "race" : "solver";
			const plies = table.plies(at.pawns[0], at.pawns[1], at.mover);
			if (plies === 0) return {
				value: "unknown",
				how,
				plies: null,
				to: null
			};
			return proven(plies > 0 ? "win" : "loss", how, Math.abs(plies));
		};
		const whole = valueOf(position);
		if (whole === null) return null;
		const moves = [];
		for (const move of quoridor.moves(position)) {
			const meant = readMove(size, move);
			const verdict = valueOf(quoridor.play(position, move), meant?.kind === "wall" ? meant : void 0);
			if (verdict === null) return null;
			moves.push({
				move,
				verdict: ofMove(verdict, true)
			});
		}
		const followed = ofMoves(moves.map(({ verdict }) => verdict));
		return {
			verdict: followed.value === whole.value ? {
				...followed,
				how: whole.how
			} : whole,
			moves
		};
	}
};
// rate.ts
for (const text of ["5 c5 c1 2 2 - - b", "9 f4 g5 1 1 b6v,e6h f2h,h2h,d3h,e3v,e5v,g9h b"]) {
	const p = quoridor.parsePosition(text);
	let calls = 0;
	const c0 = process.cpuUsage().user;
	const el = () => (process.cpuUsage().user - c0) / 1e6;
	const t = new WallSolver(p, () => {
		calls++;
		return el() > 20;
	}).solve(p.wallsLeft);
	console.log(text, statesToSolve(p), t !== null, el(), "calls/s", calls / el());
}
for (const text of ["5 c5 c1 2 2 - - b", "9 f4 g5 1 1 b6v,e6h f2h,h2h,d3h,e3v,e5v,g9h b"]) {
	const p = quoridor.parsePosition(text);
	let calls = 0;
	const c0 = process.cpuUsage().user;
	const el = () => (process.cpuUsage().user - c0) / 1e6;
	const t = new QuoridorProver().prove(p, () => {
		calls++;
		return el() > 200;
	});
	console.log(text, t.verdict, el());
}
export {};
