"""What a program in MATLAB runs: the table of a motion and other answers."""

MAIN = r"""
    K = fixed();
    p = parameters();
    options = struct('until', K.END_TIME, 'points', 101, 'rtol', K.RELATIVE, 'atol', K.ABSOLUTE);
    states = [];
    tested = false;
@STRUCK@
    struck = false;
@END@
    place = 1;
    while place <= nargin
        word = varargin{place};
        if strcmp(word, '--help')
            lines = { ...
@HELP@
                @LINE@, ...
@END@
            };
            fprintf('%s\n', lines{:});
            return
        end
        if strcmp(word, '--self-test')
            tested = true;
            place = place + 1;
            continue
        end
@STRUCK@
        if strcmp(word, '--impacts')
            struck = true;
            place = place + 1;
            continue
        end
@END@
        if place == nargin
            error('unknown: %s; --help lists the options', word);
        end
        value = varargin{place + 1};
        name = strrep(word, '--', '');
        if strcmp(word, '--parameters')
            for entry = fieldnames(value)'
                if ~isfield(p, entry{1})
                    error('unknown parameter: %s', entry{1});
                end
                p.(entry{1}) = value.(entry{1});
            end
@EACH@
        elseif strcmp(word, '--@NAME@')
            states = value;
            solve = @@FUNCTION@;
            count = @SIZE@;
@END@
        elseif isfield(options, name)
            if ischar(value)
                given = value;
                value = str2double(given);
                if isnan(value)
                    error('unknown: %s; --help lists the options', given);
                end
            end
            options.(name) = value;
        else
            error('unknown: %s; --help lists the options', word);
        end
        place = place + 2;
    end
    c = prepare(p);
    if tested
        worst = self_test(c);
        if nargout > 0
            varargout{1} = worst;
            return
        end
        fprintf('largest relative deviation: %.3g (at most 1e-9)\n', worst);
        if ~(worst <= 1e-9)
            error('the self-test has failed');
        end
    elseif ~isempty(states)
        varargout{1} = answer(c, states, solve, count);
    else
        head = @HEAD@;
@STRUCK@
        if struck
            head = @IMPACT_HEAD@;
            [rows, trouble] = impacts(c, options);
        else
            [rows, trouble] = simulate(c, options);
        end
@END@
@SMOOTH@
        [rows, trouble] = simulate(c, options);
@END@
        if nargout > 0
            varargout{1} = rows;
        else
            fprintf('%s\n', head);
            form = [repmat('%.17g,', 1, size(rows, 2) - 1), '%.17g\n'];
            fprintf(form, rows');
        end
        if ~isempty(trouble)
            error('%s', trouble);
        end
    end
end

% The start of a motion, its clock, and whether it can begin.
function [status, clock, y] = set_out(c)
    K = fixed();
    y = K.START_STATE;
    clock = [K.START_TIME, 0, 0, 0.5, zeros(1, K.CLOCK_SIZE - 4)];
    @START@
end

% Why a motion ended early, in words; empty where it did not.
function trouble = told_trouble(status, clock)
    words = {'the accelerations have no value', 'a motion has no inertia', ...
        'conditions contradict each other', 'no state meets the conditions', ...
        'the step becomes too small', ...
        'conditions depend on each other: the motion may go on in several ways', ...
@STRUCK@
        'the start lies beyond a limit', ...
        'conditions, or limits that move, lead through a limit', ...
        'there were too many impacts', ...
@END@
        };
    trouble = '';
    if status ~= 0
        trouble = sprintf('At t = %.9g s: %s.', clock(1), words{status});
    end
end

% The rows t, q, v, T, U, E of a motion from the start of the model, and why it ended early.
function [rows, trouble] = simulate(c, options)
    K = fixed();
    [status, clock, y] = set_out(c);
    points = max(2, round(options.points));
    rows = [];
    if status == 0
        rows = told(c, K.START_TIME, y);
    end
    for i = 1:points - 1
        if status ~= 0
            break
        end
        goal = K.START_TIME + (options.until - K.START_TIME) * i / (points - 1);
        [status, clock, y] = advance(c, clock, y, goal, options.rtol, options.atol);
@STRUCK@
        while status < 0
            [status, clock, y] = advance(c, clock, y, goal, options.rtol, options.atol);
        end
@END@
        if status == 0
            rows = [rows; told(c, clock(1), y)];
        end
    end
    trouble = told_trouble(status, clock);
end
@STRUCK@

% Rows t, impulse of each limit, lost energy, q, v before and after, one by impact; and why the
% motion ended early.
function [rows, trouble] = impacts(c, options)
    K = fixed();
    rows = zeros(0, 2 + K.LIMITS + 3 * K.N);
    [status, clock, y] = set_out(c);
    if status == 0
        [status, clock, y] = advance(c, clock, y, options.until, options.rtol, options.atol);
    end
    while status < 0
        impulses = clock(K.AT_IMPULSES + (1:K.LIMITS));
        before = clock(K.AT_BEFORE + (1:K.N));
        rows = [rows; clock(1), impulses, clock(K.AT_LOSS + 1), y(1:K.N), before, y(K.N + 1:end)];
        [status, clock, y] = advance(c, clock, y, options.until, options.rtol, options.atol);
    end
    trouble = told_trouble(status, clock);
end
@END@

function row = told(c, t, y)
    K = fixed();
    energy = energies(c, t, y(1:K.N), y(K.N + 1:end), zeros(1, 3));
    row = [t, y, energy(1), energy(2), energy(1) + energy(2)];
@SHOWN@
    u = inputs(c, t, y(1:K.N), y(K.N + 1:end), zeros(1, K.N));
    [status, shown] = outputs(c, t, y(1:K.N), y(K.N + 1:end), u, zeros(1, K.SHOWN));
    if status ~= 0
        shown(:) = NaN;
    end
    row = [row, shown];
@END@
end

% What is asked of states, rows t, q, v; NaN where there is nothing.
function rows = answer(c, states, solve, count)
    K = fixed();
    rows = NaN(size(states, 1), count);
    for i = 1:size(states, 1)
        x = states(i, :);
        [status, found] = solve(c, x(1), x(2:K.N + 1), x(K.N + 2:end), ...
            zeros(1, K.N), zeros(1, count));
        if status == 0
            rows(i, :) = found;
        end
    end
end

% A number, or none where it would be complex.
function y = numeric(y)
    if ~isreal(y)
        y = NaN;
    end
end
"""
"""With places that the translation fills."""
